-- Each product page looks for an older offer of its shop with the same code (worker/crawl/page-identity.ts).
create index "offer_code" on "offer" ("retailer_id", "sku") where "sku" is not null;
