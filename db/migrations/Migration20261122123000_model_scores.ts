import { Migration } from '@mikro-orm/migrations';

export class Migration20261122123000_model_scores extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "ask" add "product_id" uuid null;

      create index "ask_product_id_index" on "ask" ("product_id");

      alter table "ask" add constraint "ask_product_id_foreign" foreign key ("product_id") references "product" ("id") on delete cascade;

      alter table "score" add constraint "score_by_check" check ("by" in ('rules', 'model'));`);
  }
}
