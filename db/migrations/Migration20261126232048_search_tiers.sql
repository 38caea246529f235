-- Searches for very common words look among the first tiers of products, each with an index of its own. Search rows hold the family
-- keys, so that a search reads no product.
drop index "search_product_usual_words";
alter table "search_product" drop column "is_usual";
alter table "search_product" add "tier" smallint not null default 2, add "family_keys" text[] not null default '{}';
update "search_product" s set "family_keys" = p."family_keys" from "product" p where p."id" = s."product_id" and p."family_keys" <> '{}';
create index "search_product_words_tier_0" on "search_product" using gin ("words") with (fastupdate = off) where "tier" <= 0;
create index "search_product_words_tier_1" on "search_product" using gin ("words") with (fastupdate = off) where "tier" <= 1;
