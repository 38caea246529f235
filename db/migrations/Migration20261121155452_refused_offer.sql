create table "refused_offer" ("id" uuid not null, "retailer_id" uuid not null, "page_id" uuid null, "run_id" uuid not null, "feed_row" int null, "url" text not null, "variant" text not null, "seller" text not null, "name" text not null, "reason" text not null, "price" text null, "currency" text null, "availability" text not null, "last_price_cents" int null, "ceiling_cents" int null, "times" int not null default 1, "first_refused_at" timestamptz not null, "last_refused_at" timestamptz not null, primary key ("id"));
create index "refused_offer_page_id_index" on "refused_offer" ("page_id");
create index "refused_offer_newest" on "refused_offer" ("retailer_id", "reason", "last_refused_at");

alter table "refused_offer" add constraint "refused_offer_retailer_id_foreign" foreign key ("retailer_id") references "retailer" ("id") on delete cascade;
alter table "refused_offer" add constraint "refused_offer_page_id_foreign" foreign key ("page_id") references "page" ("id") on delete cascade;
alter table "refused_offer" add constraint "refused_offer_availability_check" check ("availability" in ('in_stock', 'out_of_stock', 'limited', 'pre_order', 'discontinued', 'online_only', 'sold_out', 'unknown'));
