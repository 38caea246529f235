-- How often a word stands in brands and is a head noun, and how many words a product's name has.
alter table "search_word" add "as_brand" int not null default 0, add "as_head" int not null default 0;
alter table "search_product" add "name_words" smallint not null default 8;
