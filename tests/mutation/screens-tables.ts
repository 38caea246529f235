import type { Sentence } from './alteration.ts';
import { SECTIONS } from './list.ts';

const BEGIN = '<!-- From tests/mutation/list.ts, written by tests/mutation/write-docs.ts -->';

/** `text` of docs/screens.md with its tables as the list has them; they are all that follows the mark. */
export function withTables(text: string): string {
  const [prose = ''] = text.split(BEGIN);
  const tables = SECTIONS.map(
    ({ heading, sentences }) =>
      `## ${heading}\n\n| Sentence | File | Test | Altered |\n|---|---|---|---|\n${sentences.map(rowOf).join('')}`,
  );
  return `${prose.trimEnd()}\n\n${BEGIN}\n\n${tables.join('\n')}`;
}

function rowOf({ text, alterations }: Sentence): string {
  const files = new Set(alterations.map(({ file }) => `\`${file}\``));
  const titles = Map.groupBy(alterations, ({ testFile }) => testFile);
  const tests = Array.from(titles, ([file, ofFile]) => {
    const names = new Set(ofFile.map(({ title }) => `“${title}”`));
    return `\`${file}\` ${[...names].join(', ')}`;
  });
  const cells = [text, [...files].join(', '), tests.join('; '), String(alterations.length)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}
