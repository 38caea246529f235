import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const OUTPUT = fileURLToPath(new URL('./child-process.ts', import.meta.url));

test.runIf(existsSync('/dev/full'))('a full disk loses lines but does not end the process', () => {
  const script = `
    const { outliveFullDisk } = await import(${JSON.stringify(OUTPUT)});
    outliveFullDisk();
    for (let line = 0; line < 5; line += 1) {
      console.log('a line');
      await new Promise((next) => setImmediate(next));
    }
    console.error('alive');`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    encoding: 'utf8',
  });
  expect([stderr.trim(), status]).toEqual(['alive', 0]);
});
