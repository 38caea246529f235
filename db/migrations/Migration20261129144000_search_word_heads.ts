import { Migration } from '@mikro-orm/migrations';

/** Brands come from the lexicon alone: counted ones ("home", "sound") made queries ask for brands that they do not name. */
export class Migration20261129144000_search_word_heads extends Migration {
  override up(): void {
    this.addSql(`alter table "search_word" drop column "as_brand";`);
  }
}
