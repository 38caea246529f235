-- The products with the highest rank have an index of words of their own, for words that very many products have.
alter table "search_product" add "is_usual" boolean not null default false;
create index "search_product_usual_words" on "search_product" using gin ("words") with (fastupdate = off) where "is_usual";
