-- Visits to shops that operators consider at /admin/new-shop.
create table "shop_visit" ("id" uuid not null default uuidv7(), "address" text not null, "selectors" jsonb null, "asked_at" timestamptz not null default now(), "requests" int not null default 0, "reading" text null, "found" jsonb null, primary key ("id"));
