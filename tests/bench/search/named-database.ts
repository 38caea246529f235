import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrate } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';

/** Opens the database of this name beside `adminUrl`, and migrates it; `isNew` where it had to be created. */
export async function openNamedDatabase(adminUrl: string, name: string) {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  const isNew = rowCount === 0;
  if (isNew) await admin.query(`create database ${name}`);
  await admin.end();
  await migrate(url.href);
  const orm = await openOrm(url.href);
  return { url: url.href, isNew, em: orm.em.fork() as EntityManager, close: () => orm.close() };
}
