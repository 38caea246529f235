import { Migration } from '@mikro-orm/migrations';

/** An operator whose new address is unproven rests. */
export class Migration20261122190000_resting_operator extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "user_account" drop constraint "user_account_role_check";
      alter table "user_account" add constraint "user_account_role_check" check ("role" in ('user', 'operator', 'resting'));`);
  }
}
