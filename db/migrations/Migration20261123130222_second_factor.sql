-- Authenticator apps of people, and what happened at the doors of accounts.
create table "second_factor" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "secret" text not null, "backup_codes" text not null, "verified" boolean not null default false, "failed_verification_count" int not null default 0, "locked_until" timestamptz null, primary key ("id"));
alter table "second_factor" add constraint "second_factor_user_id_unique" unique ("user_id");

create table "account_event" ("id" uuid not null default uuidv7(), "user_id" uuid null, "kind" text not null, "way" text not null, "at_admin" boolean not null default false, "network" text null, "happened_at" timestamptz not null default now(), primary key ("id"));
create index "account_event_user_id_index" on "account_event" ("user_id");
create index "account_event_happened_at_index" on "account_event" ("happened_at");

alter table "user_account" add "two_factor_enabled" boolean not null default false;

alter table "second_factor" add constraint "second_factor_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;

alter table "account_event" add constraint "account_event_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;
alter table "account_event" add constraint "account_event_kind_check" check ("kind" in ('signed-in', 'sign-in-refused', 'code-asked', 'code-refused', 'password-changed', 'password-reset', 'second-factor-on', 'second-factor-off', 'backup-codes-renewed'));
alter table "account_event" add constraint "account_event_way_check" check ("way" in ('password', 'social', 'code', 'backup-code', 'command-line'));
