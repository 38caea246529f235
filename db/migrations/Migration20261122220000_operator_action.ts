import { Migration } from '@mikro-orm/migrations';

/** What operators do is kept. */
export class Migration20261122220000_operator_action extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`create table "operator_action" ("id" uuid not null default uuidv7(), "operator" text not null, "path" text not null, "fields" jsonb not null, "done_at" timestamptz not null default now(), primary key ("id"));
      create index "operator_action_done_at_index" on "operator_action" ("done_at");`);
  }
}
