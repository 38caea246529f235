create table "shelf" ("id" uuid not null default uuidv7(), "retailer_id" uuid null, "trail" text not null, "category" text null, "offers" int not null, "agreement" real not null, "decided_by" text null, "decided_at" timestamptz null, "learned_at" timestamptz not null, primary key ("id"));
create unique index "shelf_identity" on "shelf" ("retailer_id", "trail") nulls not distinct;
alter table "shelf" add constraint "shelf_retailer_id_foreign" foreign key ("retailer_id") references "retailer" ("id") on delete cascade;
alter table "offer" add "shelf" text null;
alter table "product" add "read_as" text null, add "doubt" text null;
