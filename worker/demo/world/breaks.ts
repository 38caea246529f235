import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { throughDraft } from '#db/runtime/through-draft.ts';

/** The ways to break a running demo shop, which show that the worker notices. */
export const BREAK_KINDS = ['layout', 'x10', 'empty', '403', 'slow'] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];

/** How a shop is broken at present; null when it works. */
export type BreakOf = (shop: string) => BreakKind | null;

const CHECK_EVERY_MS = 500;

const isBreakKind = (text: unknown): text is BreakKind => BREAK_KINDS.some((kind) => kind === text);

/** Reads a control file, { "<shop>": "<kind>" }; empty when there is none. Throws SyntaxError for invalid JSON. */
export function readBreaks(file: string): Map<string, BreakKind> {
  if (!statSync(file, { throwIfNoEntry: false })) return new Map();
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const pairs = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  return new Map(pairs.filter((pair): pair is [string, BreakKind] => isBreakKind(pair[1])));
}

export function breaksFileIn(dataDir: string): string {
  return join(dataDir, 'demo-breaks.json');
}

/** Breaks a shop, or repairs it with null. */
export function writeBreak(file: string, shop: string, kind: BreakKind | null): void {
  const broken = readBreaks(file);
  if (kind === null) broken.delete(shop);
  else broken.set(shop, kind);
  mkdirSync(dirname(file), { recursive: true });
  const text = `${JSON.stringify(Object.fromEntries(broken), null, 2)}\n`;
  throughDraft(file, (draft) => writeFileSync(draft, text));
}

/** Reads a control file again when its modification time changes, at most twice a second; with null no shop is ever broken. */
export function watchBreaks(file: string | null): BreakOf {
  let broken = new Map<string, BreakKind>();
  let checkedAt = 0;
  let changedAt = -1;
  return (shop) => {
    if (file !== null && Date.now() - checkedAt >= CHECK_EVERY_MS) {
      checkedAt = Date.now();
      const mtime = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (mtime !== changedAt) {
        changedAt = mtime;
        broken = readBreaks(file);
      }
    }
    return broken.get(shop) ?? null;
  };
}
