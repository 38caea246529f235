import { Migration } from '@mikro-orm/migrations';

/** One row: when the last backup was made and who makes the next one. */
export class Migration20261129062500_backup_stamp extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `create table "backup_stamp" ("id" int not null, "since" timestamptz not null default now(), "begun_at" timestamptz not null default now(), "done_at" timestamptz null, primary key ("id"));`,
    );
  }
}
