/* docs/screens.md: the titles of the tests of screens, a row for each file. `npx vitest run tests/docs.test.ts -u` writes it anew. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';

const INTRODUCTION = `# Screens

What each screen shows, as the titles of the tests that fail when it does not. § is a section of the specification; “…” is a case of
several. Generated: \`npx vitest run tests/docs.test.ts -u\` writes this file from the tests.

\`npx vitest run --project e2e\` runs the tests of screens in Chromium, over the built site, the real server and API, and a database filled
by a real crawl of the shops of \`tests/support/shop-set.ts\`. A console error that a test does not provoke fails it. \`tests/screenshots.ts\`
photographs every state of \`tests/support/screen-states.ts\`: [pictures](pictures/README.md).
`;

/** The whole document. */
export function screensDocument(): string {
  return [
    INTRODUCTION,
    ...tableOf('Screens in the browser', 'tests/e2e/*.test.ts', screenOf),
    ...tableOf('Parts of screens', 'site/features/**/*.test.ts', (_, path) =>
      basename(dirname(path)).replaceAll('-', ' '),
    ),
  ].join('\n');
}

function tableOf(
  heading: string,
  pattern: string,
  nameOf: (text: string, path: string) => string,
): string[] {
  const rows = globSync(pattern, { cwd: REPO_ROOT })
    .sort()
    .map((path) => {
      const text = readFileSync(join(REPO_ROOT, path), 'utf8');
      const link = `[${basename(path).replace(/\.test\.ts$/, '')}](../${path})`;
      return `| ${nameOf(text, path)}<br>${link} | ${titlesOf(path, text).join('<br>')} |`;
    });
  return [`## ${heading}\n`, '| Screen, test | What it shows |\n|---|---|', ...rows, ''];
}

/** The first words of a file's opening comment, with the sections of the specification behind them. */
function screenOf(text: string): string {
  const comment = text.match(/^\/\*([\s\S]*?)\*\//)?.[1] ?? '';
  const words = comment.replace(/\s*\n \* ?/g, ' ').trim();
  return words.match(/^[^(:.;,]*(?:\([^)]*\))?/)?.[0].trim() ?? words;
}

/** The titles of a test file in order; that of a group is bold, and above its tests. */
function titlesOf(path: string, text: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isCallExpression(node) ? rootOf(node.expression) : undefined;
    const title = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    if (title && ts.isStringLiteralLike(title) && name && /^(?:describe|it|test)$/.test(name)) {
      const words = title.text
        .replace(/[|<]/g, '\\$&')
        .replace(/%[sdijo#]|\$[a-z]\w*/gi, '…')
        .replace(/^…$/, '');
      if (words) titles.push(name === 'describe' ? `**${words}**` : words);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return titles;
}

/** The name that a call starts from: 'test' of test(…), test.each(…)(…) and test.each`…`(…). */
function rootOf(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node))
    return rootOf(node.expression);
  return ts.isTaggedTemplateExpression(node) ? rootOf(node.tag) : undefined;
}
