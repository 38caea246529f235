-- Drops columns that nothing reads: matching looks for titles among match_keys, and every picture is WebP.
alter table "picture" drop column "format";
alter table "product" drop column "title_key";
