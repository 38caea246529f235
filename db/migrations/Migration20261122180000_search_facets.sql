-- By which a search's products are filtered: their sizes, and what they usually cost. The vocabulary job fills both.
alter table "search_product" add column "sizes" text[] null, add column "usual_cents" int null;
