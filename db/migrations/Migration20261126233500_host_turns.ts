import { Migration } from '@mikro-orm/migrations';

/** Exchanges keep their distance from the last one that began; no slots are reserved ahead. */
export class Migration20261126233500_host_turns extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "host" drop column "next_free_at";`);
  }
}
