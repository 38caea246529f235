-- Alerts on one shop alone.
alter table "alert" add column "retailer_id" uuid null;
alter table "alert" add constraint "alert_retailer_id_foreign" foreign key ("retailer_id")
  references "retailer" ("id") on delete cascade;
