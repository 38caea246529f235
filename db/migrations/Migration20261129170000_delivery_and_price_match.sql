-- What a retailer says of its delivery and its price promise, as dated facts (#domain/retailers/retailer-facts.ts).
alter table "retailer" add column "delivery" jsonb null, add column "price_match" jsonb null;
