-- A product collects the family keys of its offers, instead of the one key that its first offer had.
alter table "product" add column "family_keys" text[] not null default '{}';
create index "product_family_keys" on "product" using gin ("family_keys") with (fastupdate = off);
alter table "product" drop column "family_id";
drop table "family";
