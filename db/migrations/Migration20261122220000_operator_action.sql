-- What operators do is kept.
create table "operator_action" ("id" uuid not null default uuidv7(), "operator" text not null, "path" text not null, "fields" jsonb not null, "done_at" timestamptz not null default now(), primary key ("id"));
create index "operator_action_done_at_index" on "operator_action" ("done_at");
