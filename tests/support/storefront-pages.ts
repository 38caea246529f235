/* The pages of tests/storefronts: `npx node tests/support/storefront-pages.ts <folder>` writes them to a folder for replay. */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { type ExpectedPage, expectedPage } from '#worker/replay/expected-page.ts';

const STOREFRONTS = join(REPO_ROOT, 'tests/storefronts');
const SAVED = 'as-served';

const parts = new Map(
  readTable(join(STOREFRONTS, 'parts.txt')).map(({ head, text }) => [head, text]),
);

/** The entries of a table: a line `=== <head>`, then the text up to the next one. */
function readTable(path: string): { head: string; text: string }[] {
  const table = readFileSync(path, 'utf8').replace(/\n$/, '');
  const [, ...cells] = `\n${table}`.split(/\n=== (.*)\n/);
  return Array.from({ length: cells.length / 2 }, (_, nth) => ({
    head: cells[2 * nth] ?? '',
    text: cells[2 * nth + 1] ?? '',
  }));
}

/** The entries of `<table>.txt` with the texts of their parts. Throws if parts.txt lacks one. */
export function storefrontTable(table: string): { head: string; text: string }[] {
  return readTable(join(STOREFRONTS, `${table}.txt`)).map(({ head, text }) => ({
    head,
    text: text.replace(/@@([\w.-]+)@@/g, (_, name) => {
      const part = parts.get(name);
      if (part === undefined) throw new Error(`${head}: parts.txt does not name ${name}`);
      return part;
    }),
  }));
}

/** Writes all pages with their expected.json; returns how many there are. Throws on an unknown part or a malformed head. */
export function writeStorefronts(folder: string): number {
  const list: ExpectedPage[] = [];
  const add = (group: string, page: unknown) => {
    const { file, ...rest } = expectedPage.parse(page);
    list.push({ file: join(group, file), ...rest });
  };
  for (const path of globSync(join(STOREFRONTS, '*.txt')).sort()) {
    const group = basename(path, '.txt');
    if (group === 'parts') continue;
    mkdirSync(join(folder, group), { recursive: true });
    for (const { head, text } of storefrontTable(group)) {
      const [, kind, file = '', url, expected = '{}'] =
        /^(\S+) (\S+) (\S+)(?: (\{.*\}))?$/.exec(head) ?? [];
      add(group, { file, url, kind, expected: JSON.parse(expected) });
      writeFileSync(join(folder, group, file), text);
    }
  }
  cpSync(join(STOREFRONTS, SAVED), join(folder, SAVED), { recursive: true });
  const saved: unknown[] = JSON.parse(readFileSync(join(folder, SAVED, 'expected.json'), 'utf8'));
  for (const page of saved) add(SAVED, page);
  writeFileSync(join(folder, 'expected.json'), JSON.stringify(list));
  return list.length;
}

if (import.meta.main) {
  const [, , folder = ''] = process.argv;
  if (dirname(folder) === '.') throw new Error('name a folder to write to, as .data/storefronts');
  console.log(`${writeStorefronts(folder)} pages written to ${folder}`);
}
