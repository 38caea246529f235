import { Migration } from '@mikro-orm/migrations';

/** Which retailers follow a profile of the operator's. */
export class Migration20261129174000_ops_own_profile extends Migration {
  override name = 'Migration20261129174000_ops_own_profile';

  override up(): void | Promise<void> {
    this.addSql(`alter table "retailer" add column "is_own" boolean not null default false;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "retailer" drop column "is_own";`);
  }
}
