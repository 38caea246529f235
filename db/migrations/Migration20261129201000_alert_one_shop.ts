import { Migration } from '@mikro-orm/migrations';

/** Alerts on one shop alone. */
export class Migration20261129201000_alert_one_shop extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "alert" add column "retailer_id" uuid null;
      alter table "alert" add constraint "alert_retailer_id_foreign" foreign key ("retailer_id")
      references "retailer" ("id") on delete cascade;`);
  }
}
