/*
 * Dependencies point down only. Every import of every source file is read, .astro files and type imports too.
 */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { faultsOf } from './support/layer-rules.ts';
import { factsOf } from './support/source-facts.ts';

const SOURCES = ['{db,site,worker,tests,tools,.ci}/**/*.{ts,tsx,mjs,astro}', '*.{ts,mjs}'];

function faultsIn(path: string, text: string): string[] {
  return faultsOf(factsOf(path, text));
}

describe('this repository', () => {
  const paths = globSync(SOURCES, { cwd: REPO_ROOT });

  test('is read at all', () => {
    expect(paths.length).toBeGreaterThan(50);
    const imports = paths.flatMap(
      (path) => factsOf(path, readFileSync(`${REPO_ROOT}/${path}`, 'utf8')).imports,
    );
    expect(imports.filter(({ target }) => target?.startsWith('db/domain/')).length).toBeGreaterThan(
      50,
    );
  });

  test('keeps to its layers', () => {
    const faults = paths.flatMap((path) =>
      faultsIn(path, readFileSync(`${REPO_ROOT}/${path}`, 'utf8')),
    );
    expect(faults).toEqual([]);
  });
});

describe('the rules bite', () => {
  const BROKEN: ReadonlyArray<readonly [path: string, text: string, fault: string]> = [
    ['site/api/a.ts', `import { crawl } from '#worker/crawl.ts';`, 'site may not use worker'],
    ['worker/a.ts', `import type { Api } from '#site/api/app.ts';`, 'worker may not use site'],
    ['worker/a.ts', `const x = await import('../site/server.ts');`, 'worker may not use site'],
    [
      'db/a.ts',
      `export { crawl } from '#worker/crawl.ts'; export const b = 1;`,
      'db may not use worker',
    ],
    ['db/a.ts', `type A = typeof import('#site/a.ts');`, 'db may not use site'],
    ['db/domain/a.ts', `import { openOrm } from '../orm.ts';`, 'domain may not use db'],
    ['db/domain/a.ts', `import { readFile } from 'node:fs';`, 'the domain is pure'],
    [
      'site/pages/a.astro',
      `---\nimport { x } from '#worker/x.ts';\n---\n<p />`,
      'site may not use worker',
    ],
    [
      'site/pages/a.astro',
      `<p /><script>import '../../worker/x.ts';</script>`,
      'site may not use worker',
    ],
    [
      'site/pages/a.astro',
      `---\nimport { openOrm } from '#db/orm.ts';\n---\n`,
      'pages and islands are bundled',
    ],
    [
      'site/features/a.tsx',
      `import { createApi } from '../api/app.ts';`,
      'pages and islands are bundled',
    ],
    ['worker/a.ts', `import { openOrm } from '../db/orm.ts';`, 'use the #alias'],
    ['worker/a.ts', `const port = process.env.PORT;`, 'reads process.env'],
    ['worker/a.ts', `import { env } from 'node:process';`, 'reads process.env'],
    ['db/all.ts', `export * from './a.ts';\nexport { b } from './b.ts';`, 'only re-exports'],
    ['db/long.ts', 'export const a = 1;\n'.repeat(251), 'has 251 lines'],
  ];

  test.each(BROKEN)('%s: %s', (path, text, fault) => {
    expect(faultsIn(path, text)).toEqual([expect.stringContaining(fault)]);
  });

  test('and let pass what is allowed', () => {
    const sound: ReadonlyArray<readonly [string, string]> = [
      ['site/api/a.ts', `import { openOrm } from '#db/orm.ts'; import './b.ts';`],
      [
        'site/features/a.tsx',
        `import type { Api } from '../api/app.ts'; import { cents } from '#domain/money.ts';`,
      ],
      ['worker/a.ts', `import { z } from 'zod'; import { cents } from '#domain/money.ts';`],
      ['db/domain/a.ts', `import { z } from 'zod'; import { cents } from './money.ts';`],
      [
        'db/queries/a.test.ts',
        `import { createTestDatabase } from '../../tests/support/database.ts';`,
      ],
      [
        'tests/a.test.ts',
        `import '#worker/a.ts'; import '#site/a.ts'; const { HOME } = process.env;`,
      ],
      ['db/migrations/M1.ts', 'export const a = 1;\n'.repeat(400)],
    ];
    expect(sound.flatMap(([path, text]) => faultsIn(path, text))).toEqual([]);
  });
});
