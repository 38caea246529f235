-- A paused retailer was a disabled one, and no alert was ever paused.
alter table "retailer" drop constraint "retailer_status_check";
update "retailer" set "status" = 'disabled' where "status" = 'paused';
alter table "retailer" add constraint "retailer_status_check" check ("status" in ('enabled', 'disabled'));

alter table "alert" drop constraint "alert_state_check";
alter table "alert" add constraint "alert_state_check" check ("state" in ('unconfirmed', 'watching', 'fired', 'ended'));
