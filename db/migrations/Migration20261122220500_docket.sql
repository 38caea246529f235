-- The shopping list that a person keeps.
create table "docket" ("user_id" uuid not null, "list" text not null, "updated_at" timestamptz not null default now(), primary key ("user_id"));
alter table "docket" add constraint "docket_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;
