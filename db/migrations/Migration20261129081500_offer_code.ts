import { Migration } from '@mikro-orm/migrations';

/** Each product page looks for an older offer of its shop with the same code (worker/crawl/page-identity.ts). */
export class Migration20261129081500_offer_code extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `create index "offer_code" on "offer" ("retailer_id", "sku") where "sku" is not null;`,
    );
  }
}
