/** One text or constant of the specification, where it is written, and the test that must notice a change of it. */
export interface Alteration {
  /** Path in the repository. */
  file: string;
  /** A piece of the file that is there once, line breaks aside, the change marked: 'SUCCESS_MS = «5_000→4_000»'. */
  change: string;
  /** Path in the repository. */
  testFile: string;
  /** The test's title as its file writes it, with its placeholders: 'when the server %s'. */
  title: string;
  /** A part of the full name that tells one case of a table, or one `describe`, from the others. */
  only?: string;
  /** What the failure must mention to be due to this change; without it, the words that were changed. */
  mentions?: string;
  /** Set where other tests would fail too: it is tried on its own from the start. */
  alone?: true;
}

/** A sentence of the specification with everything in it that can be altered. */
export interface Sentence {
  text: string;
  alterations: readonly Alteration[];
}

type Options = Pick<Alteration, 'only' | 'mentions' | 'alone'>;

/** For the lists: `const home = seenBy('tests/e2e/home.test.ts')`, then `home('title', 'file', 'change')`. */
export function seenBy(testFile: string) {
  return (title: string, file: string, change: string, options: Options = {}): Alteration => ({
    file,
    change,
    testFile,
    title,
    ...options,
  });
}

const MARKED = /«([^«»]*)→([^«»]*)»/;

/** The two sides of a change. Throws where none is marked. */
export function sidesOf(change: string): { before: string; after: string; was: string } {
  const [whole, was, becomes] = MARKED.exec(change) ?? [];
  if (whole === undefined || was === undefined || becomes === undefined || was === becomes) {
    throw new Error(`no change is marked in: ${change}`);
  }
  // A replacing function, so that a '$' in a source is no pattern.
  const withSide = (side: string) => change.replace(MARKED, () => side);
  return { before: withSide(was), after: withSide(becomes), was };
}

/** Where the piece is in `source`, however its lines are broken. Throws where it is not there exactly once. */
export function placeOf(source: string, change: string): { from: number; to: number } {
  const { before } = sidesOf(change);
  const pattern = new RegExp(escaped(before).replace(/\s+/g, '\\s+'), 'g');
  const [found, ...more] = source.matchAll(pattern);
  if (!found || more.length > 0) {
    throw new Error(`occurs ${found ? more.length + 1 : 0} times: ${before}`);
  }
  return { from: found.index, to: found.index + found[0].length };
}

/** `source` with the changes made, whose pieces do not overlap. Throws where one is not there exactly once. */
export function alter(source: string, changes: readonly string[]): string {
  const placed = changes.map((change) => ({ ...placeOf(source, change), ...sidesOf(change) }));
  return placed
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, { from, to, after }) => text.slice(0, from) + after + text.slice(to), source);
}

/** Fits the full names ('describe title') that vitest gives to the cases of a title with placeholders. */
export function namePattern({ title, only }: Pick<Alteration, 'title' | 'only'>): RegExp {
  const written = title.split(/%[sdifjo]|\$\w+/).map(escaped);
  // Between a describe and a title vitest's own filter sees ' > '.
  const part = only ? `^(?=.*${escaped(only).replaceAll(' ', '(?: > | )')})` : '';
  return new RegExp(`${part}(?:.* )?${written.join('.*')}$`, 's');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
