import { commonStart } from '#domain/text/common-start.ts';

/** |A ∩ B|, counted on the smaller set. */
export function sharedCount(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let count = 0;
  for (const value of small) if (large.has(value)) count += 1;
  return count;
}

/** Jaro–Winkler similarity, 0–1. */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1;
  const window = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const usedB = new Array<boolean>(b.length).fill(false);
  const matchedA: string[] = [];
  for (let i = 0; i < a.length; i += 1) {
    const end = Math.min(b.length, i + window + 1);
    for (let j = Math.max(0, i - window); j < end; j += 1) {
      if (usedB[j] || a[i] !== b[j]) continue;
      usedB[j] = true;
      matchedA.push(a[i] ?? '');
      break;
    }
  }
  if (matchedA.length === 0) return 0;
  const matchedB = [...b].filter((_, index) => usedB[index]);
  const swaps = matchedA.filter((char, index) => char !== matchedB[index]).length / 2;
  const found = matchedA.length;
  const jaro = (found / a.length + found / b.length + (found - swaps) / found) / 3;
  const prefix = Math.min(4, commonStart(a, b));
  return jaro + prefix * 0.1 * (1 - jaro);
}
