import { Migration } from '@mikro-orm/migrations';

/** A busy worker begins an exchange later than its slot: the next one, of any worker, keeps its distance from that. */
export class Migration20261123162500_exchange_begun extends Migration {
  override name = 'Migration20261123162500_exchange_begun';

  override up(): void | Promise<void> {
    this.addSql(`alter table "host" add "begun_at" timestamptz null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "host" drop column "begun_at";`);
  }
}
