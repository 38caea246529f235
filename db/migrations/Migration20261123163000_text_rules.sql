-- Which rules made the search texts of a product's offers. The vocabulary job renews those of other rules.
alter table "search_product" add "text_rules" text null;
