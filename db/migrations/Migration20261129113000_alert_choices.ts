import { Migration } from '@mikro-orm/migrations';

/** What a shopper may choose beyond a target or any drop. `mailed_cents` and `was_gone` follow each alert, so that no swing mails twice. */
export class Migration20261129113000_alert_choices extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "alert" add column "min_drop_cents" int null, add column "rest_days" int not null default 0,
      add column "back_in_stock" boolean not null default false, add column "was_gone" boolean not null default false,
      add column "mailed_cents" int null;`);
  }
}
