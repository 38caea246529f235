-- Files of the price changes of a day.
create table "open_data_file" ("id" uuid not null default uuidv7(), "day" int not null, "format" text not null, "changes" int not null, "bytes" int not null, "sha256" text not null, "made_at" timestamptz not null default now(), primary key ("id"), constraint "open_data_file_format_check" check ("format" in ('csv', 'jsonl')));
alter table "open_data_file" add constraint "open_data_file_day_format_unique" unique ("day", "format");
create table "open_data_part" ("file_id" uuid not null, "part" int not null, "bytes" bytea not null, primary key ("file_id", "part"));
alter table "open_data_part" add constraint "open_data_part_file_id_foreign" foreign key ("file_id") references "open_data_file" ("id") on delete cascade;
