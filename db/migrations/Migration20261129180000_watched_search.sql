-- Searches that shoppers watch, the products that each knows of, and marks of changed products, as for alerts (alert_due).
create table "watched_search" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "query" text not null, "filters" jsonb not null, "rest_days" int not null default 1, "candidates" text not null, "is_due" boolean not null default false, "looked_at" timestamptz not null default now(), "mailed_at" timestamptz null, "created_at" timestamptz not null default now(), primary key ("id"));
create index "watched_search_user_id_index" on "watched_search" ("user_id");
create index "watched_search_looked_at_index" on "watched_search" ("looked_at");
create table "watched_match" ("search_id" uuid not null, "product_id" uuid not null, "base_cents" int not null, "told_cents" int not null, "has_left" boolean not null default false, primary key ("search_id", "product_id"));
create index "watched_match_product_id_index" on "watched_match" ("product_id");
create table "search_due" ("id" uuid not null default uuidv7(), "product_id" uuid not null, primary key ("id"));
alter table "watched_search" add constraint "watched_search_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;
alter table "watched_match" add constraint "watched_match_search_id_foreign" foreign key ("search_id") references "watched_search" ("id") on update cascade on delete cascade;
alter table "watched_match" add constraint "watched_match_product_id_foreign" foreign key ("product_id") references "product" ("id") on update cascade on delete cascade;
create or replace function "mark_searches"() returns trigger language plpgsql as $$ begin
  insert into search_due (product_id) select new.product_id where exists (select from watched_search);
  return null; end $$;
create trigger "offer_added_for_searches" after insert on "offer" for each row execute function "mark_searches"();
create trigger "offer_changed_for_searches" after update on "offer" for each row
  when (new.price_cents <> old.price_cents or new.availability <> old.availability or new.product_id <> old.product_id
    or new.suspect_price_cents is distinct from old.suspect_price_cents
    or new.last_seen_at > old.last_seen_at + interval '1 day')
  execute function "mark_searches"();
