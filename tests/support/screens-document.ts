/* docs/screens.md: a map of the tests of screens, from their opening comments and groups; tests/docs.test.ts checks it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';

const INTRODUCTION = `# Screens

The tests that show what each screen does, with their groups; § is a section of the specification. Generated:
\`npx vitest run tests/docs.test.ts -u\` writes this file.

\`npx vitest run --project e2e\` runs them in Chromium, over the built site, the real server and API, and a database filled by a real crawl
of the shops of \`tests/support/shop-set.ts\`. A console error that a test does not provoke fails it. Parts of screens have tests beside
their code in \`site/features/\`. \`tests/screenshots.ts\` photographs every state of \`tests/support/screen-states.ts\`:
[pictures](pictures/README.md).
`;

/** The whole document. */
export function screensDocument(): string {
  const rows = globSync('tests/e2e/*.test.ts', { cwd: REPO_ROOT })
    .sort()
    .map((path) => {
      const text = readFileSync(join(REPO_ROOT, path), 'utf8');
      const groups = Array.from(text.matchAll(/^describe\('([^']+)'/gm), ([, title]) => title);
      const parts = groups.length > 1 ? `: ${groups.join('; ')}` : '';
      return `- [${screenOf(text)}](../${path})${parts}`;
    });
  return [INTRODUCTION, ...rows, ''].join('\n');
}

/** The first words of a file's opening comment, with the sections of the specification behind them. */
function screenOf(text: string): string {
  const comment = text.match(/^\/\*([\s\S]*?)\*\//)?.[1] ?? '';
  const words = comment.replace(/\s*\n \* ?/g, ' ').trim();
  return words.match(/^[^(:.;,]*(?:\([^)]*\))?/)?.[0].trim() ?? words;
}
