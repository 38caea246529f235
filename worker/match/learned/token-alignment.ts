import { jaroWinkler } from './similarity.ts';

/** How much a token counts: rarity, or another learned figure. */
export type TokenWeight = (token: string) => number;

/** Which tokens of two names go together, by weight, and which are left over on each side. */
export interface Alignment {
  sharedWeight: number;
  sharedSquares: number;
  sharedTokens: number;
  /** Weight of the rarest token that both have. */
  rarestShared: number;
  leftWeight: number;
  rightWeight: number;
  leftSquares: number;
  rightSquares: number;
  leftOver: string[];
  rightOver: string[];
}

/** Words this alike are taken for spellings of one another ('colour', 'color'). Never numbers. */
const SAME_WORD = 0.92;

/** Aligns equal tokens, then split words ('back pack' with 'backpack'), then misspellings. Each token once. */
export function alignTokens(
  leftTokens: readonly string[],
  rightTokens: readonly string[],
  weightOf: TokenWeight,
): Alignment {
  const left = new Set(leftTokens);
  const right = new Set(rightTokens);
  const pairs = [...left]
    .filter((token) => right.has(token))
    .map((token) => [token, token] as const);
  const leftOver = new Set([...left].filter((token) => !right.has(token)));
  const rightOver = new Set([...right].filter((token) => !left.has(token)));
  const joined = [
    ...joinSplit(leftTokens, leftOver, rightOver),
    ...joinSplit(rightTokens, rightOver, leftOver),
  ];
  const alike = pairAlike(leftOver, rightOver);
  const shared = [...pairs.map(([token]) => token), ...joined, ...alike];
  const sharedWeights = shared.map(weightOf);
  const leftWeights = [...left].map(weightOf);
  const rightWeights = [...right].map(weightOf);
  return {
    sharedWeight: sum(sharedWeights),
    sharedSquares: sum(sharedWeights.map((weight) => weight ** 2)),
    sharedTokens: shared.length,
    rarestShared: Math.max(0, ...sharedWeights),
    leftWeight: sum(leftWeights),
    rightWeight: sum(rightWeights),
    leftSquares: sum(leftWeights.map((weight) => weight ** 2)),
    rightSquares: sum(rightWeights.map((weight) => weight ** 2)),
    leftOver: [...leftOver],
    rightOver: [...rightOver],
  };
}

/** Tokens of `whole` that two or three neighbours in `tokens` spell out; both sides are taken out of the leftovers. */
function joinSplit(tokens: readonly string[], over: Set<string>, whole: Set<string>): string[] {
  const found: string[] = [];
  for (let index = 0; index + 1 < tokens.length; index += 1) {
    for (const length of [2, 3]) {
      const parts = tokens.slice(index, index + length);
      const word = parts.join('');
      if (parts.length < length || !whole.has(word) || !parts.some((part) => over.has(part)))
        continue;
      whole.delete(word);
      for (const part of parts) over.delete(part);
      found.push(word);
    }
  }
  return found;
}

function pairAlike(leftOver: Set<string>, rightOver: Set<string>): string[] {
  const found: string[] = [];
  for (const left of leftOver) {
    if (/\d/.test(left) || left.length < 3) continue;
    const right = [...rightOver].find(
      (token) => !/\d/.test(token) && token.length >= 3 && sameWord(left, token),
    );
    if (right === undefined) continue;
    leftOver.delete(left);
    rightOver.delete(right);
    found.push(left.length < right.length ? left : right);
  }
  return found;
}

function sameWord(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  if (shorter >= 4 && (a.startsWith(b) || b.startsWith(a)) && Math.abs(a.length - b.length) <= 3)
    return true;
  return shorter >= 5 && jaroWinkler(a, b) >= SAME_WORD;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
