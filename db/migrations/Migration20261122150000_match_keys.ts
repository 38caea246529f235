import { Migration } from '@mikro-orm/migrations';

export class Migration20261122150000_match_keys extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "product" add "match_keys" text[] not null default '{}';`);

    this.addSql(
      `update "product" set "match_keys" = array_remove(array['g:' || "gtin", 'm:' || split_part("model_key", '|', 2)], null);`,
    );

    this.addSql(`drop index "product_title_key_index";`);

    this.addSql(
      `create index "product_match_keys" on "product" using gin ("match_keys") with (fastupdate = off);`,
    );

    this.addSql(`alter table "offer" drop constraint "offer_match_method_check";`);

    this.addSql(
      `alter table "offer" add constraint "offer_match_method_check" check ("match_method" in ('gtin', 'model', 'title', 'words', 'learned', 'new', 'operator'));`,
    );
  }
}
