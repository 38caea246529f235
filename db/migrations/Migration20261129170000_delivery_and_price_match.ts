import { Migration } from '@mikro-orm/migrations';

/** What a retailer says of its delivery and its price promise, as dated facts (#domain/retailers/retailer-facts.ts). */
export class Migration20261129170000_delivery_and_price_match extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `alter table "retailer" add column "delivery" jsonb null, add column "price_match" jsonb null;`,
    );
  }
}
