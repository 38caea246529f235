import { Migration } from '@mikro-orm/migrations';

/** Workers write when they were last alive. */
export class Migration20261122190723_worker_process extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `create table "worker_process" ("name" text not null, "lanes" text[] not null, "started_at" timestamptz not null default now(), "seen_at" timestamptz not null default now(), primary key ("name"));`,
    );
  }
}
