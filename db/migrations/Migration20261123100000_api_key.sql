-- Keys with which programs read public data.
create table "api_key" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "name" text not null, "prefix" text not null, "hash" text not null, "created_at" timestamptz not null default now(), "last_used_at" timestamptz null, primary key ("id"));
create index "api_key_user_id_index" on "api_key" ("user_id");
alter table "api_key" add constraint "api_key_hash_unique" unique ("hash");
alter table "api_key" add constraint "api_key_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;
