import { Migration } from '@mikro-orm/migrations';

/** Pictures may lie in a bucket: then their row has no bytes. */
export class Migration20261123134500_picture_bucket extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "picture" alter column "bytes" drop not null;`);
  }
}
