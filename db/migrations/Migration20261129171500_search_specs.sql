-- Specifications that most products of a category state, as filters of searches.
alter table "search_product" add column "specs" text[] not null default '{}';
