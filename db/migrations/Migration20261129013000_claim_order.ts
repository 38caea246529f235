import { Migration } from '@mikro-orm/migrations';

/** Claims read due pages in the order of an index, instead of sorting all due pages of a retailer. */
export class Migration20261129013000_claim_order extends Migration {
  override up(): void | Promise<void> {
    const rank = `((next_check_at at time zone 'UTC') - priority * interval '12 minutes')`;
    this.addSql(`create index "page_due_rank" on "page" ("retailer_id", ${rank}, "next_check_at");
      create index "page_asked" on "page" ("retailer_id", ${rank}, "next_check_at") where "priority" >= 40;`);
  }
}
