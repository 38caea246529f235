import { Migration } from '@mikro-orm/migrations';

/** Files of open data are of days in Sydney; those of days in UTC+10 are deleted, and the next job makes them anew. */
export class Migration20261129012800_calendar_days extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`delete from "open_data_file";`);
  }
}
