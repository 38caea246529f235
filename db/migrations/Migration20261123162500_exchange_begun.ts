import { Migration } from '@mikro-orm/migrations';

/** A busy worker begins an exchange later than its slot: the next one, of any worker, keeps its distance from that. */
export class Migration20261123162500_exchange_begun extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "host" add "begun_at" timestamptz null;`);
  }
}
