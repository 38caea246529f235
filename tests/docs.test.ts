/*
 * Every link, path in backticks, API call, npm script and command that a document names must exist, and documents show every picture.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { createCli } from '#worker/cli/commands.ts';
import { isCall } from './support/api-calls.ts';
import { runCommand } from './support/run-command.ts';
import { screensDocument } from './support/screens-document.ts';

const COMMANDS = createCli().commands.map((command) => command.name());

const { scripts } = JSON.parse(readFileSync(join(REPO_ROOT, 'package.json'), 'utf8'));

/** The false claims of `markdown`, as sentences. */
function falseClaims(markdown: string): string[] {
  const claims = claimsOf(markdown);
  return [
    ...claims.paths
      .filter((path) => !existsSync(join(REPO_ROOT, path)))
      .map((path) => `no such file: ${path}`),
    ...claims.calls
      .filter(({ method, path }) => !isCall(method, path))
      .map(({ method, path }) => `no such call: ${method ?? 'any'} /api${path}`),
    ...claims.scripts
      .filter((name) => !(name in scripts))
      .map((name) => `no such script: npm run ${name}`),
    ...claims.commands
      .filter((name) => !COMMANDS.includes(name))
      .map((name) => `no such command: npm run cli -- ${name}`),
  ];
}

describe('every document', () => {
  const files = globSync(['*.md', '{docs,db,site,worker,tests,.ci}/**/*.md'], { cwd: REPO_ROOT });

  test.each(files)('%s names only what exists', (file) => {
    expect(falseClaims(readRepoFile(file))).toEqual([]);
  });

  test.each(files)('%s links only to what exists', (file) => {
    expect(linksOf(file).filter((link) => !leadsSomewhere(link))).toEqual([]);
  });

  test('docs/pictures has no picture that none shows', () => {
    const shown = files.flatMap(linksOf).map(({ path }) => path);
    expect(shown).toEqual(expect.arrayContaining(globSync('docs/pictures/*', { cwd: REPO_ROOT })));
  });
});

/** A link to a file of the repository, with the heading that it names. */
interface DocLink {
  path: string;
  heading: string;
}

/** The links and pictures of a document; those to other sites are left out. */
function linksOf(file: string): DocLink[] {
  const targets = readRepoFile(file).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)#?([^)\s]*)\)/g);
  return Array.from(targets, ([, path, heading = '']) => ({
    path: path ? join(dirname(file), path) : file,
    heading,
  }));
}

function leadsSomewhere({ path, heading }: DocLink): boolean {
  if (!existsSync(join(REPO_ROOT, path))) return false;
  return heading === '' || headingsOf(readRepoFile(path)).includes(heading);
}

/** The headings of a text as GitHub makes anchors of them: '## Own pages & more' → 'own-pages--more'. */
function headingsOf(markdown: string): string[] {
  return Array.from(markdown.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('docs/screens.md has the tests of screens as they are; -u renews it', async () => {
  await expect(screensDocument()).toMatchFileSnapshot(join(REPO_ROOT, 'docs/screens.md'));
});

function readRepoFile(path: string): string {
  return readFileSync(join(REPO_ROOT, path), 'utf8');
}

test('npm run sbom prints a bill of materials, as SECURITY.md says', async () => {
  const { output } = await runCommand('npm', ['run', '--silent', 'sbom'], 60_000);
  expect(JSON.parse(output)).toMatchObject({ bomFormat: 'CycloneDX' });
});

test('the list of ASVS has its 17 chapters, each with a test that exists', () => {
  const text = readFileSync(join(REPO_ROOT, 'docs/security.md'), 'utf8');
  const rows = [...text.matchAll(/^- V(\d+) (.+)$/gm)];
  expect(rows.map(([, chapter]) => Number(chapter))).toEqual(
    Array.from({ length: 17 }, (_, index) => index + 1),
  );
  for (const [row, , tests = ''] of rows) {
    const named = Array.from(tests.matchAll(/`([^`]+\.test\.tsx?)`/g), ([, path = '']) => path);
    expect(named, row).not.toEqual([]);
    expect(
      named.filter((path) => !existsSync(join(REPO_ROOT, path))),
      row,
    ).toEqual([]);
  }
});

describe('the check detects false claims', () => {
  test('reports a missing path, call, method, script and command', () => {
    const text = [
      'See `db/gone.ts`, `#domain/gone.ts` and `gone.json`.',
      'Ask `GET /api/gone` or',
      '```',
      'curl -X DELETE http://localhost:4321/api/health; npm run gone',
      'npx vitest run db/gone.test.ts',
      '```',
      '`npm run cli -- gone`',
    ].join('\n');
    expect(falseClaims(text)).toEqual([
      'no such file: db/gone.ts',
      'no such file: db/domain/gone.ts',
      'no such file: gone.json',
      'no such file: db/gone.test.ts',
      'no such call: GET /api/gone',
      'no such call: DELETE /api/health',
      'no such script: npm run gone',
      'no such command: npm run cli -- gone',
    ]);
  });

  test('accepts existing names and placeholders', () => {
    const text =
      '`db/domain/` `#domain/money.ts` `package.json` `db/runtime/config.ts:12` `docs/decisions/NNNN-*.md` ' +
      '`worker/retailers/<shop>.ts` GET /api/health, npm test and npm run check.';
    expect(falseClaims(text)).toEqual([]);
  });
});

/** An API call without '/api'; `method` is null when the text names the path only. */
interface CallClaim {
  method: string | null;
  path: string;
}

interface DocClaims {
  paths: string[];
  calls: CallClaim[];
  scripts: string[];
  /** The commands of `npm run cli -- <command>`. */
  commands: string[];
}

const ALIASES: Readonly<Record<string, string>> = {
  '#domain/': 'db/domain/',
  '#db/': 'db/',
  '#site/': 'site/',
  '#worker/': 'worker/',
};

const FOLDER_PATH = /^(?:\.ci|db|docs|site|tests|worker)\/[\w.[\]@/-]*$/;
const ROOT_FILE =
  /^(?:\.env\.example|\.dockerignore|\.npmrc|Dockerfile|[\w-]+(?:\.[\w-]+)*\.(?:json|mjs|ts|yaml|yml|md))$/;

/** The claims of a Markdown text. Placeholders ('<shop>', 'NNNN', '*', '…') claim nothing. */
function claimsOf(markdown: string): DocClaims {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '');
  const inline = Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code.trim());
  const run = markdown.matchAll(
    /\b(?:node|vitest run|test:watch --) ((?:db|site|tests|worker)\/[\w./-]+)/g,
  );
  const paths = [
    ...inline.map(withoutAlias).map(withoutLine),
    ...Array.from(run, ([, path = '']) => path),
  ];
  const calls = markdown.matchAll(
    /(?:\b(GET|POST|PUT|PATCH|DELETE) )?(?<![\w/.])(?:https?:\/\/[\w.:-]+)?\/api(\/[\w{}/-]+)/g,
  );
  const scripts = markdown.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g);
  const commands = markdown.matchAll(/\bnpm run cli -- ([a-z][\w:-]*)/g);
  return {
    paths: paths.filter((path) => FOLDER_PATH.test(path) || isRootFile(path)),
    calls: Array.from(calls, ([, method, path = '']) => ({
      method: method ?? null,
      path: path.replace(/\/$/, ''),
    })),
    scripts: Array.from(scripts, ([, named, short]) => named ?? short ?? ''),
    commands: Array.from(commands, ([, name = '']) => name),
  };
}

function withoutAlias(code: string): string {
  const alias = Object.keys(ALIASES).find((prefix) => code.startsWith(prefix));
  return alias ? `${ALIASES[alias]}${code.slice(alias.length)}` : code;
}

/** 'db/money.ts:12' and 'db/money.ts#L12' point into a file. */
function withoutLine(path: string): string {
  return path.replace(/(?::\d+|#L\d+).*$/, '');
}

function isRootFile(path: string): boolean {
  return ROOT_FILE.test(path) && !/NNNN/.test(path);
}
