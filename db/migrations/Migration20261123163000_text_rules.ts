import { Migration } from '@mikro-orm/migrations';

/** Which rules made the search texts of a product's offers. The vocabulary job renews those of other rules. */
export class Migration20261123163000_text_rules extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "search_product" add "text_rules" text null;`);
  }
}
