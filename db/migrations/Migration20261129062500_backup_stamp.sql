-- One row: when the last backup was made and who makes the next one.
create table "backup_stamp" ("id" int not null, "since" timestamptz not null default now(), "begun_at" timestamptz not null default now(), "done_at" timestamptz null, primary key ("id"));
