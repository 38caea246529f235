/*
 * Finds the differences between variants of one model that shoppers choose by: storage, size, audience, colour. They come from product
 * names; a variant whose name states no difference is offered by its name.
 */
import type { UnitPrice } from '../offers/page-reading.ts';
import { contentText } from '../pack/content-text.ts';
import { type PackSize, parsePackSize } from '../pack/pack-size.ts';
import { measureUnit } from '../pack/pack-size-units.ts';
import { unitPriceOf } from '../pack/unit-price.ts';
import { plainText } from '../text/plain-text.ts';
import type { Variant } from './family.ts';

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
  by: Exclude<Trait, 'Shade'> | 'Memory and storage' | 'Other variants';
  choices: VariantChoice[];
}

type Trait = 'Storage' | 'Size' | 'For' | 'Colour' | 'Shade' | 'Type';
type Traits = Partial<Record<Trait, string>>;
interface Described extends Variant {
  pack: PackSize | null;
  traits: Traits;
}

/** Not the end of a model number: 'SM-S928B512TB'. */
const STORAGE = /(?<![\p{L}\d.])(\d{1,4}(?:\.\d+)?)\s?(GB|TB)\b/giu;
const LENGTH = /(?<![\d.])(\d+(?:\.\d+)?)\s?-?("|”|″|inch(?:es)?\b|mm\b)/i;
const BODY_SIZE =
  /\b(?:size\s(?:\d+|[a-z]{1,2})|(?:x-?)?(?:small|large)|medium|single|double|queen|king)\b/i;
const AUDIENCE = /\b(men|women|kids|boys|girls)(?:['’]?s)?\b/i;
const COLOURS = new Set(
  `amber aqua azure beige black blue bone bronze brown burgundy champagne charcoal clay clear cobalt copper coral cream
  crimson denim emerald fuchsia gold graphite gray green grey hazel indigo iris ivory jade khaki lavender lemon lilac lime magenta
  maroon midnight mint mocha mustard natural navy obsidian olive onyx orange peach pearl peony pewter pink platinum plum porcelain
  purple red rose ruby rust sage sand sapphire silver slate smoke stainless starlight steel stone tan taupe teal terracotta titanium
  transparent turquoise ultramarine violet white yellow`.split(/\s+/),
);
/** Longer differences do not work as labels. */
const MAX_TYPE_WORDS = 3;

/**
 * Traits that separate variants, the simplest first. 'Blue' is enough next to black; next to deep blue the label is the shade, 'Sky
 * Blue'.
 */
const WAYS: readonly (readonly Trait[])[] = [
  ['Storage', 'Size', 'For', 'Colour'],
  ['Storage', 'Size', 'For', 'Shade'],
  ['Storage', 'Size', 'For'],
  ['Storage', 'Size', 'For', 'Colour', 'Type'],
  ['Storage', 'Size', 'For', 'Type'],
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

/** Each variant with the words that its name has beyond the words all variants share. */
function describe(variants: readonly Variant[]): Described[] {
  const read = variants.map((variant) => ({ ...variant, ...measuresOf(variant.name) }));
  const differing = read.map(({ words }) =>
    words.filter((word) => read.some((other) => !other.words.includes(word))),
  );
  return read.map(({ words: _words, traits, ...variant }, index) => {
    const own = differing[index] ?? [];
    const colour = titleCase(own.filter((word) => COLOURS.has(word)));
    const shade = titleCase(
      own.filter((word, at) => COLOURS.has(word) || COLOURS.has(own[at + 1] ?? '')),
    );
    const type = colour === '' && own.length <= MAX_TYPE_WORDS ? titleCase(own) : '';
    return {
      ...variant,
      traits: {
        ...traits,
        ...(colour && { Colour: colour, Shade: shade }),
        ...(type && { Type: type }),
      },
    };
  });
}

/** The sizes in a name, as search filters show them: '256 GB', '65″', '2 L', '24 pack', 'Size 4'. */
export function sizesOf(name: string): string[] {
  const { storage, pack, content, length, body } = sizesIn(name);
  const isSold = pack?.unit !== 'each' || PACKED.test(name);
  return [storage, (isSold ? content : null) ?? length, body].filter((size) => size !== null);
}

/** Words for a count that is sold: the slices of a toaster and the cups of a coffee maker are none. */
const PACKED = /\b(?:packs?|pk|rolls?|tablets?|capsules?|caplets?|wipes|bags?|pods?)\b/i;

function sizesIn(name: string) {
  const storage = [...name.matchAll(STORAGE)].map(([, size, unit]) => `${size} ${unit}`);
  const pack = parsePackSize(name);
  const [, length, unit] = LENGTH.exec(name) ?? [];
  const body = BODY_SIZE.exec(name)?.[0];
  return {
    storage: storage.length > 0 ? storage.join(' / ').toUpperCase() : null,
    pack,
    content: pack && packText(pack),
    length: length ? `${length}${unit?.toLowerCase() === 'mm' ? ' mm' : '″'}` : null,
    body: body ? titleCase([body]) : null,
  };
}

function measuresOf(name: string): { traits: Traits; pack: PackSize | null; words: string[] } {
  const { storage, pack, content, length, body } = sizesIn(name);
  const audience = AUDIENCE.exec(name)?.[1];
  const size = content ?? length ?? body;
  const words = [STORAGE, LENGTH, BODY_SIZE, AUDIENCE]
    .reduce((text, pattern) => text.replace(pattern, ' '), name)
    .toLowerCase()
    .split(/[^\p{L}\p{N}'’.]+/u)
    // Words with digits are model numbers or measures.
    .filter((word) => /^[\p{L}'’]{2,}$/u.test(word) && !measureUnit(word));
  return {
    pack,
    words: [...new Set(words)],
    traits: {
      ...(storage && { Storage: storage }),
      ...(size && { Size: size }),
      ...(audience && { For: titleCase([audience]) }),
    },
  };
}

/** '2 kg', '6 × 375 mL', '24 pack'. */
const packText = (pack: PackSize) =>
  pack.unit === 'each' ? `${pack.total} pack` : contentText(pack);

function titleCase(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
