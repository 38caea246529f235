import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { buildPages } from '#worker/cli/start/site-build.ts';
import { limitMs } from './support/limits.ts';

beforeAll(async () => {
  await buildPages();
}, limitMs(180_000));

test('the server renders pages with React for production, whatever NODE_ENV it starts with', () => {
  const chunks = globSync('dist/server/**/*.mjs', { cwd: REPO_ROOT });
  const code = chunks.map((path) => readFileSync(join(REPO_ROOT, path), 'utf8')).join('\n');
  expect(code).toContain('renderToReadableStream');
  expect(
    code.match(/(?:from|import|require)\s*\(?["']react(?:-dom)?(?:\/[^"']*)?["']/g),
  ).toBeNull();
  expect(code).not.toContain('Check your code at');
});
