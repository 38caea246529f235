import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PATIENCE } from '../../tests/support/limits.ts';

const LOG = fileURLToPath(new URL('./log.ts', import.meta.url));

test.runIf(existsSync('/dev/full'))(
  'a full disk behind the log loses lines and nothing else',
  () => {
    const script = `
    const { logger } = await import(${JSON.stringify(LOG)});
    for (let line = 0; line < 20; line += 1) {
      logger('test').info({ line }, 'x'.repeat(200_000));
      await new Promise((next) => setImmediate(next));
    }
    console.error(process.memoryUsage().heapUsed < 1e8 ? 'alive' : 'grown');
    process.exit(0);`;
    const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      env: { ...process.env, LOG_LEVEL: 'info' },
      encoding: 'utf8',
      timeout: PATIENCE.timeout,
    });
    expect(stderr.trim()).toBe('alive');
    expect(status).toBe(0);
  },
);
