-- Marks of products whose alerts the sweep looks at, written by triggers, so that no writer of offers or alerts can forget one. Marks are
-- added without a unique key, on which two pages with the same products could deadlock.
create table "alert_due" ("id" uuid not null default uuidv7(), "product_id" uuid not null, primary key ("id"));
create or replace function "mark_alerts_of_offer"() returns trigger language plpgsql as $$ begin
  insert into alert_due (product_id) select new.product_id
    where exists (select from alert where product_id = new.product_id and state in ('watching', 'fired'));
  return null; end $$;
create or replace function "mark_alert"() returns trigger language plpgsql as $$ begin
  insert into alert_due (product_id) values (new.product_id);
  return null; end $$;
create trigger "offer_added" after insert on "offer" for each row execute function "mark_alerts_of_offer"();
-- An offer unseen for a day does not count for alerts until it is seen again.
create trigger "offer_changed" after update on "offer" for each row
  when (new.price_cents <> old.price_cents or new.availability <> old.availability or new.product_id <> old.product_id
    or new.suspect_price_cents is distinct from old.suspect_price_cents
    or new.last_seen_at > old.last_seen_at + interval '1 day')
  execute function "mark_alerts_of_offer"();
create trigger "alert_changed" after insert or update on "alert" for each row
  when (new.state in ('watching', 'fired')) execute function "mark_alert"();
insert into "alert_due" ("product_id") select distinct "product_id" from "alert" where "state" in ('watching', 'fired');
