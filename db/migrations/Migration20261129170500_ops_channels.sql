-- Channels beside mail, and the feeds of favourites.
create table "alert_channel" ("user_id" uuid not null, "channel" text not null, "address" text not null, "created_at" timestamptz not null default now(), primary key ("user_id"));
create table "favorite_feed" ("id" uuid not null default gen_random_uuid(), "user_id" uuid not null, "created_at" timestamptz not null default now(), primary key ("id"));
alter table "favorite_feed" add constraint "favorite_feed_user_id_unique" unique ("user_id");
alter table "alert_channel" add constraint "alert_channel_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;
alter table "alert_channel" add constraint "alert_channel_channel_check" check ("channel" in ('discord', 'slack', 'gotify', 'ntfy'));
alter table "favorite_feed" add constraint "favorite_feed_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;
