import type { EntityManager } from '@mikro-orm/postgresql';
import { openOrm } from '#db/orm.ts';
import { createMigratedDatabase } from './database.ts';

/** A migrated database of its own, for tests of queries. */
export interface TestOrm {
  /** A fresh unit of work. */
  em(): EntityManager;
  close(): Promise<void>;
}

/** Opens one; closing it drops the database. */
export async function openTestOrm(): Promise<TestOrm> {
  const database = await createMigratedDatabase();
  const orm = await openOrm(database.url);
  return {
    em: () => orm.em.fork() as EntityManager,
    async close() {
      await orm.close();
      await database.drop();
    },
  };
}
