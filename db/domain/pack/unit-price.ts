import type { Cents } from '../money.ts';
import type { UnitPrice } from '../offers/page-reading.ts';
import type { PackSize } from './pack-size.ts';
import { type BaseUnit, measureUnit, unitPattern } from './pack-size-units.ts';

const NUMBER = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d*\\.\\d+|\\d+';
const UNIT_PRICE = new RegExp(
  `(?:\\$\\s?|(?<![\\d.]))(?<amount>${NUMBER})\\s?(?<cent>c(?:ents?)?|¢)?` +
    `\\s*(?:/|\\bper\\b(?: linea[lr])?|\\bp/|(?=ea\\b|each\\b)|(?<=\\$\\s?[\\d.,]+\\s)(?=kg\\b))\\s*(?<quantity>\\d+(?:\\.\\d+)?)?\\s*(?<unit>${unitPattern({ counted: true })})` +
    // A square metre is not a metre.
    '(?![a-z²2])',
  'giu',
);
/** 'Price per 100g: $2.35' */
const UNIT_FIRST = new RegExp(
  `\\bper\\s*(?<quantity>\\d+(?:\\.\\d+)?)?\\s*(?<unit>${unitPattern({ counted: true })})\\s*:\\s*\\$\\s?(?<amount>${NUMBER})`,
  'iu',
);
/** "100gWas $2.60": text nodes joined without a space. */
const GLUED = /(?<=[a-z])(?=(?:Was|Now|Save|Sale|RRP|From|Only|Per|Unit)(?![a-z]))/g;

/** Parses the unit price in a shelf text ('$2.62 / 100G', '50c per 100g'): dollars per `quantity` of kg, g, L, mL, m or each; else null. */
export function parseUnitPrice(text: string): UnitPrice | null {
  const clean = text.slice(0, 500).replace(GLUED, ' ');
  const found = [...clean.matchAll(UNIT_PRICE)].filter((one) => !isPack(one));
  // '$4.50 each $1.29 per 100g': prefers the price of a part over that of the whole article.
  const match = found.find((one) => !isWhole(one)) ?? UNIT_FIRST.exec(clean) ?? found[0];
  const {
    unit: word = '',
    amount: printed = '',
    quantity: times = '1',
    cent,
  } = match?.groups ?? {};
  const unit = measureUnit(word);
  if (!unit) return null;
  const amount = printed.replace(/,/g, '');
  const quantity = Number(times);
  const price = cent ? dollarsOfCents(amount) : amount.replace(/^\./, '0.');
  if (!(quantity > 0) || !(Number(price) > 0)) return null;
  return { price, quantity, unit: unit.label };
}

const isWhole = ({ groups }: RegExpExecArray): boolean =>
  /^(?:ea|each)$/i.test(groups?.['unit'] ?? '');

/** '$15.99 per 6 pack' is the price of the article. */
const isPack = ({ groups }: RegExpExecArray): boolean =>
  /^(?:packs?|pks?|pkt)$/i.test(groups?.['unit'] ?? '') && groups?.['quantity'] !== undefined;

/** '50' → '0.50', '159.9' → '1.599': exact, by shifting the decimal point. */
export function dollarsOfCents(centsText: string): string {
  const [whole = '0', fraction = ''] = centsText.split('.');
  const padded = whole.padStart(3, '0');
  return `${padded.slice(0, -2).replace(/^0+(?=\d)/, '')}.${padded.slice(-2)}${fraction}`;
}

/** Measures for comparing unit prices: per 100 g, per L, per m, per each (Australian Unit Pricing Code). */
const COMPARED_IN = {
  g: { quantity: 100, unit: 'g', baseUnits: 100 },
  mL: { quantity: 1, unit: 'L', baseUnits: 1000 },
  m: { quantity: 1, unit: 'm', baseUnits: 1 },
  each: { quantity: 1, unit: 'each', baseUnits: 1 },
} as const;

/** The unit price of a pack, rounded to cents, below 10 cents to a hundredth of a cent. Null for an empty pack. */
export function unitPriceOf(priceCents: Cents, pack: PackSize | null): UnitPrice | null {
  return pack && comparedPrice(priceCents / 100, pack.total, pack.unit);
}

/** Converts a stated unit price to the comparison measure: $7.85 per kg → $0.79 per 100 g. Null for an unknown unit. */
export function comparedUnitPrice({ price, quantity, unit: word }: UnitPrice): UnitPrice | null {
  const unit = measureUnit(word);
  return unit && comparedPrice(Number(price), quantity * unit.factor, unit.base);
}

/**
 * The unit price of an offer in the comparison measure: of its own price and pack where the stated one is the same figure, rounded for
 * a smaller measure ($0.51 per 100 mL of $3.79 for 750 mL is $5.05 per L, not $5.10), else as stated. Null for an unknown unit.
 */
export function unitPriceOfOffer(
  stated: UnitPrice,
  priceCents: Cents,
  pack: PackSize | null,
): UnitPrice | null {
  const told = comparedUnitPrice(stated);
  const own = unitPriceOf(priceCents, pack);
  const unit = measureUnit(stated.unit);
  if (!told || !own || !unit || own.unit !== told.unit) return told;
  const decimals = stated.price.split('.')[1]?.length ?? 0;
  const stepDollars =
    (10 ** -decimals * COMPARED_IN[unit.base].baseUnits) / (stated.quantity * unit.factor);
  return Math.abs(Number(own.price) - Number(told.price)) <= stepDollars ? own : told;
}

/** Rounds half up, as shops do: 1.025, which is a little less in binary, to '1.03'. */
function halfUp(value: number, decimals: number): string {
  const scale = 10 ** decimals;
  return (Math.round(value * scale * (1 + Number.EPSILON)) / scale).toFixed(decimals);
}

function comparedPrice(paid: number, total: number, base: BaseUnit): UnitPrice | null {
  if (!(total > 0)) return null;
  const { quantity, unit, baseUnits } = COMPARED_IN[base];
  const dollars = (paid * baseUnits) / total;
  const price = halfUp(dollars, dollars < 0.1 ? 4 : 2);
  return Number(price) > 0 ? { price, quantity, unit } : null;
}

/** Dollars per base unit (g, mL, m, each), for sorting offers of different packs; null for an unknown unit. */
function dollarsPerBaseUnit(unitPrice: UnitPrice): { base: string; dollars: number } | null {
  const unit = measureUnit(unitPrice.unit);
  if (!unit || !(unitPrice.quantity > 0)) return null;
  return { base: unit.base, dollars: Number(unitPrice.price) / (unitPrice.quantity * unit.factor) };
}

/** Ranks offers by unit price in the most frequent measure of `items`; offers without one, or in another measure, come last. */
export function unitPriceRank<Item extends { unitPrice?: UnitPrice | null }>(
  items: readonly Item[],
): (item: Item) => number {
  const perBase = new Map(
    items.flatMap((item) => {
      const known = item.unitPrice && dollarsPerBaseUnit(item.unitPrice);
      return known ? [[item, known] as const] : [];
    }),
  );
  const groups = [...Map.groupBy(perBase.values(), ({ base }) => base).entries()];
  const [commonest] = groups.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return (item) => {
    const known = perBase.get(item);
    return known && known.base === commonest ? known.dollars : Number.MAX_VALUE;
  };
}
