-- Workers share one view of the catalogue's growth.
create table "catalogue_size" ("id" smallint not null default 1, "checked_at" timestamptz not null default now(), "offers" int not null, "offers_in_vocabulary" int not null default 0, "text_rules" text not null default '', "offers_at_rematch" int not null, primary key ("id"));
alter table "run" add "feed_digest" text null;
