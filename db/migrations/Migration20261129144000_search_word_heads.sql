-- Brands come from the lexicon alone: counted ones ("home", "sound") made queries ask for brands that they do not name.
alter table "search_word" drop column "as_brand";
