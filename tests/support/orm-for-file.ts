import { afterAll, beforeAll } from 'vitest';
import { openTestOrm, type TestOrm } from './test-orm.ts';

/** A migrated database for the tests of a file: created before them, dropped after them. */
export function ormForFile(): Pick<TestOrm, 'em'> {
  let orm: TestOrm | undefined;
  beforeAll(async () => {
    orm = await openTestOrm();
  });
  afterAll(() => orm?.close());
  return {
    em() {
      if (!orm) throw new Error('the database is not open before the first test');
      return orm.em();
    },
  };
}
