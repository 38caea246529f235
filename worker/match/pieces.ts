import { LEAST_COUNT } from './contents.ts';
import type { ProductText } from './product-text.ts';

/** What packs hold in numbers that a name states. */
const PIECES =
  /(?<![\w.,-])(\d{1,5})[\s-]?(?:tea[\s-]?)?(tab|cap|wip|sheet|nap|pod|bag|sachet|roll|tissue|stick|pad|liner|egg)[a-z]*\b/gi;
/** '3 Pack', '3 x', 'pack of 3'. */
const PACKS = /(\d+)\s?-?(?:packs?|pk)\b|(\d+)\s?[x×]|\b(?:pack|box|set) of (\d+)/gi;

/** Describes other counts of one kind of piece: 24 and 48 tablets, three packs of 80 and of 64 wipes. Packs times pieces are all pieces. */
export function pieces(left: ProductText, right: ProductText): string | null {
  const packs = [1, ...packsIn(left).symmetricDifference(packsIn(right))];
  const isSame = (a: number, b: number) => packs.some((many) => a === b * many || b === a * many);
  const theirs = piecesIn(right);
  for (const [piece, counts] of piecesIn(left)) {
    const others = theirs.get(piece) ?? counts;
    const isAlike =
      counts.some((a) => [...others, ...stated(right)].some((b) => isSame(a, b))) ||
      others.some((b) => stated(left).some((a) => isSame(a, b)));
    if (!isAlike) return `different contents: ${counts[0]} and ${others[0]}`;
  }
  return null;
}

/** The count that a name or a quantity states beside its pieces, of several. */
const stated = ({ pack, goods: { quantity } }: ProductText): number[] =>
  [pack?.unit === 'each' ? pack.total : 0, quantity ?? 0].filter((count) => count >= LEAST_COUNT);

function piecesIn({ goods: { name } }: ProductText): Map<string, number[]> {
  const found = Map.groupBy(name.matchAll(PIECES), ([, , piece = '']) => piece.toLowerCase());
  return new Map(
    [...found].map(([piece, each]) => [piece, each.map(([, count]) => Number(count))]),
  );
}

const packsIn = ({ goods: { name } }: ProductText) =>
  new Set([...name.matchAll(PACKS)].map((found) => Number(found.slice(1).find(Boolean))));

const BY_PIECE = /\b(?:each|ea)\b/i;
const BY_WEIGHT = /\bper\s?kg\b|(?<![\d.])(?:1\s?)?kg\b/i;

/** Loose goods of which one shop sells a piece and the other a kilogram: 'Bananas each', 'Bananas per kg'. */
export function pieceOrWeight(left: ProductText, right: ProductText): string | null {
  const measure = ({ goods: { name } }: ProductText) =>
    Number(BY_PIECE.test(name)) - Number(BY_WEIGHT.test(name));
  return measure(left) * measure(right) < 0
    ? 'one is sold by the piece, one by the kilogram'
    : null;
}
