-- Errors of all processes, one row a kind.
create table "error_group" ("key" text not null, "place" text not null, "message" text not null, "process" text not null, "stack" text not null, "details" jsonb not null, "count" int not null, "first_at" timestamptz not null default now(), "last_at" timestamptz not null default now(), primary key ("key"));
create index "error_group_last_at_index" on "error_group" ("last_at");
