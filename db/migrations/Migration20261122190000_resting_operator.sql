-- An operator whose new address is unproven rests.
alter table "user_account" drop constraint "user_account_role_check";
alter table "user_account" add constraint "user_account_role_check" check ("role" in ('user', 'operator', 'resting'));
