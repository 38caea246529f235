/*
 * Finds the differences between variants of one model that shoppers choose by: storage, size, audience, colour. They come from product
 * names (variant-traits.ts); a variant whose name states no difference is offered by its name.
 */

import type { UnitPrice } from '../offers/page-reading.ts';
import { parsePackSize } from '../pack/pack-size.ts';
import { unitPriceOf } from '../pack/unit-price.ts';
import { plainText } from '../text/plain-text.ts';
import type { Variant } from './family.ts';
import { type Described, describe, isColour, STORAGE, type Trait } from './variant-traits.ts';

/** A variant that a shopper can choose. */
export interface VariantChoice extends Variant {
  /** '256 GB', 'Sky Blue', '2 × 170 g'; the product's name when the difference has no name. */
  label: string;
  /** Set only when packs differ. */
  unitPrice: UnitPrice | null;
  isCurrent: boolean;
}

/** One difference and its values, including the current variant's. */
export interface VariantAxis {
  by: Exclude<Trait, 'Shade' | 'Look'> | 'Type' | 'Memory and storage' | 'Other variants';
  choices: VariantChoice[];
}

/**
 * Traits that separate variants, the simplest first. 'Blue' is enough next to black; next to deep blue the label is the shade, 'Sky
 * Blue'; next to a colour that only its maker knows, all words of their own: 'Black Truffle' beside 'Sea Salt'.
 */
const WAYS: readonly (readonly Trait[])[] = [
  ['Storage', 'Size', 'For', 'Colour'],
  ['Storage', 'Size', 'For', 'Shade'],
  ['Storage', 'Size', 'For', 'Look'],
  ['Storage', 'Size', 'For'],
];

/** The differences between a product and its siblings; empty when it has none. */
export function variantAxes(current: Variant, siblings: readonly Variant[]): VariantAxis[] {
  if (siblings.length === 0) return [];
  const [here, ...others] = describe([current, ...siblings]);
  if (!here) return [];
  // During a crawl one product may briefly exist twice, so equal labels appear once.
  const alike = Map.groupBy([here, ...others.toSorted(byPrice)], wordsOf);
  const all = [...alike.values()].flatMap(([first]) => first ?? []);
  const ways = WAYS.map((way) => traitsOf(all, way)).filter(
    ({ variants }) => variants.includes(here) && variants.length * 2 >= all.length,
  );
  const best = ways.toSorted((a, b) => b.variants.length - a.variants.length)[0];
  const onAxes = best?.axes[0] ? best.variants : [];
  const rest = all.filter((variant) => variant !== here && !onAxes.includes(variant));
  const byName = rest.map((variant) => choiceOf(variant, variant.name, false, false));
  return [
    ...(best?.axes.map((by) => axisOf(by, best.axes, here, best.variants)) ?? []),
    ...(byName.length > 0 ? [{ by: 'Other variants' as const, choices: byName }] : []),
  ];
}

/** The traits on which variants differ, and the variants that have all of them; among equal traits the first variant. */
function traitsOf(all: readonly Described[], way: readonly Trait[]) {
  const axes = way.filter((axis) => new Set(all.map(({ traits }) => traits[axis])).size > 1);
  const isClear = ({ traits }: Described) => axes.every((axis) => traits[axis] !== undefined);
  const byTraits = Map.groupBy(all.filter(isClear), ({ traits }) =>
    axes.map((axis) => traits[axis]).join('|'),
  );
  const variants = [...byTraits.values()].flatMap(([first]) => first ?? []);
  const differs = (axis: Trait) => new Set(variants.map(({ traits }) => traits[axis])).size > 1;
  return { axes: axes.filter(differs), variants };
}

/** Links each value of an axis to the variant most like the current one. */
function axisOf(
  by: Trait,
  axes: readonly Trait[],
  here: Described,
  variants: readonly Described[],
): VariantAxis {
  const alike = ({ traits }: Described) =>
    axes.filter((axis) => traits[axis] === here.traits[axis]).length;
  const values = Map.groupBy(variants, ({ traits }) => traits[by] ?? '');
  const hasPacks = by === 'Size' && new Set(variants.map(({ pack }) => pack?.total)).size > 1;
  const choices = [...values].flatMap(([label, group]) => {
    const [nearest] = group.toSorted((a, b) => alike(b) - alike(a) || byPrice(a, b));
    return nearest ? [choiceOf(nearest, label, nearest === here, hasPacks)] : [];
  });
  return { by: nameOf(by, choices), choices: choices.toSorted(byLabel) };
}

/** '16 GB / 512 GB' is a laptop's memory and storage. */
function nameOf(by: Trait, choices: readonly VariantChoice[]): VariantAxis['by'] {
  if (by === 'Shade') return 'Colour';
  if (by === 'Look') {
    const colours = choices.filter(({ label }) => isColour(label));
    return colours.length * 2 >= choices.length ? 'Colour' : 'Type';
  }
  const isBoth = by === 'Storage' && choices.some(({ label }) => label.includes('/'));
  return isBoth ? 'Memory and storage' : by;
}

function choiceOf(
  { id, name, priceCents, pack }: Described,
  label: string,
  isCurrent: boolean,
  hasPacks: boolean,
): VariantChoice {
  const unitPrice = hasPacks && priceCents !== null ? unitPriceOf(priceCents, pack) : null;
  return { id, name, priceCents, label, unitPrice, isCurrent };
}

/** The words of a name, regardless of order and case. */
function wordsOf({ name }: Variant): string {
  const words = plainText(name).match(/[\p{L}\p{N}.]+/gu) ?? [];
  return words.sort().join(' ');
}

function byPrice(left: Variant, right: Variant): number {
  return (left.priceCents ?? Number.MAX_VALUE) - (right.priceCents ?? Number.MAX_VALUE);
}

function byLabel(left: VariantChoice, right: VariantChoice): number {
  return amountIn(left) - amountIn(right) || left.label.localeCompare(right.label, 'en-AU');
}

/** The size that a label states: GB, pack content or inches; 0 for words. */
function amountIn({ label }: VariantChoice): number {
  const gigabytes = [...label.matchAll(STORAGE)].map(
    ([, amount, unit]) => Number(amount) * (unit?.toUpperCase() === 'TB' ? 1_000 : 1),
  );
  return gigabytes.at(-1) ?? parsePackSize(label)?.total ?? Number.parseFloat(label) ?? 0;
}
