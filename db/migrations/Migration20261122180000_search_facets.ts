import { Migration } from '@mikro-orm/migrations';

/** By which a search's products are filtered: their sizes, and what they usually cost. The vocabulary job fills both. */
export class Migration20261122180000_search_facets extends Migration {
  override name = 'Migration20261122180000_search_facets';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "search_product" add column "sizes" text[] null, add column "usual_cents" int null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "search_product" drop column "sizes", drop column "usual_cents";`);
  }
}
