import { Migration } from '@mikro-orm/migrations';

/** Which model answered a question and the tokens it counted. */
export class Migration20261129095500_model_use extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `alter table "ask" add column "model" text null, add column "tokens_in" int null, add column "tokens_out" int null;`,
    );
  }
}
