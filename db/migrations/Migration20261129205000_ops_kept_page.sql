-- Pages kept for a replay, of all workers; they were files of the machine that fetched them.
create table "kept_page" ("page_id" uuid not null, "url" text not null, "content_type" text not null, "fetched_at" timestamptz not null, "expires_at" timestamptz not null, "reading" jsonb not null, "body" bytea not null, primary key ("page_id"));
create index "kept_page_expires_at_index" on "kept_page" ("expires_at");
-- Gzipped: a second compression costs time alone.
alter table "kept_page" alter column "body" set storage external;
alter table "kept_page" add constraint "kept_page_page_id_foreign" foreign key ("page_id") references "page" ("id") on update cascade on delete cascade;
