import { Migration } from '@mikro-orm/migrations';

/** Drops columns that nothing reads: matching looks for titles among match_keys, and every picture is WebP. */
export class Migration20261127215900_unread_columns extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "picture" drop column "format";
      alter table "product" drop column "title_key";`);
  }
}
