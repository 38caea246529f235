-- Offers of one name in a shop: the same product at two addresses.
create index "offer_name" on "offer" ("retailer_id", hashtext("name"));
