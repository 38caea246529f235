import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The ways to break a demo shop while it runs, to show that the worker notices. */
export const BREAK_KINDS = ['layout', 'x10', 'empty', '403', 'slow'] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];

/** The breaks of all shops, read from a control file: { "<shop>": "<kind>" }. */
export interface Breaks {
  of(shop: string): BreakKind | null;
}

const LOOK_AGAIN_MS = 500;

const isBreakKind = (text: unknown): text is BreakKind => BREAK_KINDS.some((kind) => kind === text);

/** The kinds by shop in a control file; empty without a file. Throws SyntaxError when the file is no JSON. */
export function readBreaks(file: string): Map<string, BreakKind> {
  if (!statSync(file, { throwIfNoEntry: false })) return new Map();
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const pairs = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  return new Map(pairs.filter((pair): pair is [string, BreakKind] => isBreakKind(pair[1])));
}

/** The control file in a data directory. */
export function breaksFileIn(dataDir: string): string {
  return join(dataDir, 'demo-breaks.json');
}

/** Breaks a shop, or mends it with null. The file is replaced whole, so that no reader sees half of it. */
export function writeBreak(file: string, shop: string, kind: BreakKind | null): void {
  const broken = readBreaks(file);
  if (kind === null) broken.delete(shop);
  else broken.set(shop, kind);
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(Object.fromEntries(broken), null, 2)}\n`);
  renameSync(draft, file);
}

/** Watches a control file by its modification time, at most twice a second; with null nothing is ever broken. */
export function watchBreaks(file: string | null): Breaks {
  let broken = new Map<string, BreakKind>();
  let lookedAt = 0;
  let changedAt = -1;
  return {
    of(shop) {
      if (file !== null && Date.now() - lookedAt >= LOOK_AGAIN_MS) {
        lookedAt = Date.now();
        const mtime = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
        if (mtime !== changedAt) {
          changedAt = mtime;
          broken = readBreaks(file);
        }
      }
      return broken.get(shop) ?? null;
    },
  };
}
