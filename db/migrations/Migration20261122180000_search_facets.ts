import { Migration } from '@mikro-orm/migrations';

/** By which a search's products are filtered: their sizes, and what they usually cost. The vocabulary job fills both. */
export class Migration20261122180000_search_facets extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `alter table "search_product" add column "sizes" text[] null, add column "usual_cents" int null;`,
    );
  }
}
