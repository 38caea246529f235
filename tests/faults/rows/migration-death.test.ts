/* `migrate` killed with -9: the tables are those of before or of after, and the next start finishes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { migrate, migrateTo, migrationState } from '#db/migrate.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { createTestDatabase } from '../../support/database.ts';
import { figure } from '../../support/figure.ts';
import { limitMs, PATIENCE } from '../../support/limits.ts';

const { KILLS = '20' } = process.env;
const kills = Number(KILLS);
/** About as long as a start and all migrations take. */
const WHOLE_MS = 1_500;

/** `npm run cli -- migrate`, in a process of its own. */
function startMigration(databaseUrl: string): ChildProcess {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  return spawn(process.execPath, [join(REPO_ROOT, 'worker/cli.ts'), 'migrate'], {
    stdio: 'ignore',
    env,
  });
}

/** Kills it, unless it has ended by itself. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test('a migration killed during a statement leaves nothing, and the next start runs all', async () => {
  const database = await createTestDatabase();
  const { pending } = await migrationState(database.url);
  await migrateTo(database.url, pending.slice(0, 1));
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  // Someone reads offers: the first migration that changes them waits, with others done before it.
  await reader.query('begin; select from offer limit 1');
  const child = startMigration(database.url);
  const waits = `select 1 from pg_locks where not granted and relation = 'offer'::regclass`;
  await vi.waitUntil(async () => (await reader.query(waits)).rows.length > 0, PATIENCE);
  await kill(child);
  expect((await migrationState(database.url)).pending).toEqual(pending.slice(1));
  const next = migrate(database.url);
  await sleep(100);
  await reader.query('commit');
  expect((await next).ran).toEqual(pending.slice(1));
  await reader.end();
  await database.drop();
});

test(`killed ${kills} times at any moment: all or nothing`, {
  timeout: limitMs(60_000 + kills * 5_000),
}, async () => {
  let before = 0;
  for (let round = 0; round < kills; round += 1) {
    const database = await createTestDatabase();
    const all = (await migrationState(database.url)).pending;
    const child = startMigration(database.url);
    await sleep(((round + 0.5) / kills) * WHOLE_MS);
    await kill(child);
    const { pending } = await migrationState(database.url);
    expect([0, all.length]).toContain(pending.length);
    if (pending.length > 0) before += 1;
    await migrate(database.url);
    expect((await migrationState(database.url)).pending).toEqual([]);
    await database.drop();
  }
  figure(`${kills} kills: ${before} as before, ${kills - before} as after, 0 between`);
});
