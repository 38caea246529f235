import { z } from 'zod';
import { NUMBER_WORDS } from '../search/query-grammar.ts';
import table from './needs.json' with { type: 'json' };

/* What goods must meet: the needs that a question states, and its text without them. */

const NEED_KINDS = [
  ...(['room', 'people', 'size', 'memory', 'pet', 'fur', 'skin', 'age', 'diet', 'noise'] as const),
  ...(['use', 'place'] as const),
] as const;

/** A need as a shopper said it. */
export const need = z.object({
  kind: z.enum(NEED_KINDS),
  words: z.string(),
  /** Square metres, people, inches, gigabytes or years; null for a need without a measure. */
  amount: z.number().nullable(),
});
export type Need = z.infer<typeof need>;

const NEEDS = table.needs.map((row) => ({
  ...row,
  words: new RegExp(`\\b(?:${row.words})(?![a-z])`, 'gi'),
}));
/** Needs that a measure checks, which no name states as the shopper does. */
const MEASURED: ReadonlySet<string> = new Set([
  'room',
  'people',
  'noise',
  'memory',
  'place',
  'fur',
]);
/** Words of a need that is met by more, too, and of one met by less. */
export const AT_LEAST = /\bor \w+$|\+(?: \w+)?$|^(?:at least|min|over|with a)/i;
export const AT_MOST =
  /\bor (?:less|smaller|under)$|^(?:under|below|less|up to|max|not?|smaller)\b/i;
/** Whether a need is checked by its amount, so that its words name nothing. */
export const isMeasured = ({ kind, words }: Need): boolean =>
  MEASURED.has(kind) || AT_LEAST.test(words) || AT_MOST.test(words);

/** The needs of a text, of a kind with a measure the first of the table. */
export function needsIn(text: string): Need[] {
  const found = NEEDS.flatMap(({ kind, words, amount = null }) =>
    [...text.matchAll(words)].map(([whole, ...groups]): Need => {
      const stated = groups.find((each) => each !== undefined);
      const own = stated ? numberOf(stated) : amount;
      return { kind: kind as Need['kind'], words: whole.trim(), amount: own };
    }),
  );
  return found.filter(
    (each, nth) =>
      each.kind === 'diet' || found.findIndex(({ kind }) => kind === each.kind) === nth,
  );
}

function numberOf(text: string): number | null {
  const number = NUMBER_WORDS.indexOf(text.toLowerCase()) + 1 || Number(text.replace(',', '.'));
  return number > 0 ? number : null;
}

/** What stands behind words in a text; empty where they are not in it. */
export function behindOf(text: string, words: string): string {
  const at = text.toLowerCase().indexOf(words.toLowerCase());
  return at < 0 ? '' : text.slice(at + words.length);
}

export function without(text: string, label: string): string {
  const at = text.toLowerCase().indexOf(label.toLowerCase());
  return at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + label.length)}`;
}

export const withoutAll = (text: string, needs: readonly Need[]): string =>
  needs.reduce((left, { words }) => without(left, words), text);
