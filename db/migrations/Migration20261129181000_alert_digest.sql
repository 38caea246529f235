-- Alerts at the lowest price of a year that moves on, and a member's wish for one mail of alerts a day.
alter table "alert" add column "year_low" boolean not null default false;
alter table "user_account" add column "daily_alerts" boolean not null default false;
create table "digest_line" ("id" uuid not null default uuidv7(), "alert_id" uuid not null, "sentence" text not null, "created_at" timestamptz not null default now(), primary key ("id"));
create index "digest_line_alert_id_index" on "digest_line" ("alert_id");
alter table "digest_line" add constraint "digest_line_alert_id_foreign" foreign key ("alert_id") references "alert" ("id") on delete cascade;
