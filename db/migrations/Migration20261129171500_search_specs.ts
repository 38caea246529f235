import { Migration } from '@mikro-orm/migrations';

/** Specifications that most products of a category state, as filters of searches. */
export class Migration20261129171500_search_specs extends Migration {
  override up(): void {
    this.addSql(`alter table "search_product" add column "specs" text[] not null default '{}';`);
  }
}
