import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOldPostgres } from '../tests/support/old-postgres.ts';
import { REPO_ROOT } from './runtime/repo-root.ts';

let old: Awaited<ReturnType<typeof startOldPostgres>>;
beforeAll(async () => {
  old = await startOldPostgres(170_006);
});
afterAll(() => old.close());

const REFUSAL = 'The database of DATABASE_URL is Postgres 17; Priceroo needs 18 or later.';

test.each([
  ['doctor', ['worker/cli.ts', 'doctor']],
  ['the site', ['site/server.ts']],
  ['a worker', ['worker/main.ts']],
  ['migrate', ['worker/cli.ts', 'migrate']],
])('%s rejects Postgres 17 with a one-sentence error', async (_what, [file = '', ...words]) => {
  const child = spawn(process.execPath, [join(REPO_ROOT, file), ...words], {
    cwd: REPO_ROOT,
    env: {
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: old.url,
      DATA_DIR: '/tmp/priceroo-test-data',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect(out + err).toContain(REFUSAL);
  expect(out + err).not.toMatch(/hunter2|\n\s+at /);
  expect(code).toBe(1);
});
