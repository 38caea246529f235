import type { EntityManager } from '@mikro-orm/postgresql';
import { openOrm } from '#db/orm.ts';
import { createMigratedDatabase } from './database.ts';

/** A separate migrated database for query tests. */
export type TestOrm = Awaited<ReturnType<typeof openTestOrm>>;

/** Creates a database; `close` drops it. */
export async function openTestOrm() {
  const database = await createMigratedDatabase();
  const orm = await openOrm(database.url);
  return {
    /** A fresh unit of work. */
    em: () => orm.em.fork() as EntityManager,
    async close() {
      await orm.close();
      await database.drop();
    },
  };
}
