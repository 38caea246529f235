-- Other addresses of a product's page, and the offers that were joined because of them.
alter table "page" add "canonical_url" text null;
create index "page_canonical" on "page" ("canonical_url") where "canonical_url" is not null;
create table "offer_join" ("id" uuid not null default uuidv7(), "retailer_id" uuid not null, "into_id" uuid not null, "url" text not null, "former" jsonb not null, "points" jsonb not null, "packs" jsonb not null, "before_slot" int null, "joined_at" timestamptz not null default now(), "undone_at" timestamptz null, primary key ("id"));
create index "offer_join_into_id_index" on "offer_join" ("into_id");
create index "offer_join_url_index" on "offer_join" ("url");
alter table "offer_join" add constraint "offer_join_retailer_id_foreign" foreign key ("retailer_id") references "retailer" ("id") on delete cascade;
alter table "offer_join" add constraint "offer_join_into_id_foreign" foreign key ("into_id") references "offer" ("id") on delete cascade;
