-- The length of a name no longer ranks.
alter table "search_product" drop column "name_words";
