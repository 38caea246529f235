create table "search_product" ("product_id" uuid not null, "words" tsvector not null, "head" text not null, "brand" text null, "category" text null, "prior" real not null, primary key ("product_id"));
-- Until its offers are read again, a product is found by their names as they are.
insert into "search_product" select o.product_id, setweight(to_tsvector('english', string_agg(distinct o.name, ' ')), 'A') ||
     setweight(to_tsvector('english', string_agg(distinct o.search_text, ' ')), 'C'),
     coalesce(mode() within group (order by split_part(o.search_text, '=', 2)), ''), p.brand, p.category, 0
   from "offer" o join "product" p on p.id = o.product_id group by o.product_id, p.id;
create index "search_product_words" on "search_product" using gin ("words") with (fastupdate = off);
alter table "search_product" add constraint "search_product_product_id_foreign" foreign key ("product_id") references "product" ("id") on update cascade on delete cascade;
drop index if exists "offer_words";
drop index if exists "offer_words_0";
drop index if exists "offer_words_1";
drop index if exists "offer_words_2";
alter table "offer" drop column "search_tier";
