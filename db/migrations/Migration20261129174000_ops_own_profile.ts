import { Migration } from '@mikro-orm/migrations';

/** Which retailers follow a profile of the operator's. */
export class Migration20261129174000_ops_own_profile extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "retailer" add column "is_own" boolean not null default false;`);
  }
}
