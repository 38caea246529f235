/*
 * Finds the product type that a name states, by the terms of the lexicon. The last `type` of a name is its head noun; an `ingredient`
 * counts where no type is named; a `hint` never decides alone.
 */
import {
  GRADED,
  GRADES,
  type Kind,
  type Tag,
  TERMS,
  tagTokens,
  tagWhole,
} from '../lexicon/lexicon.ts';
import { tokensOf as placedTokens, type Token } from '../lexicon/tokens.ts';
import table from './categories.json' with { type: 'json' };
import { BY_A_PERSON, FORMS, STATED } from './name-forms.ts';

interface Category {
  department: string;
  /** Highest plausible price, in dollars: catches phone numbers read as prices. Categories without one use the guard's own limit. */
  ceilingDollars?: number;
  /** The broader category that this one belongs to: running shoes are shoes. */
  kindOf?: string;
}

export const CATEGORY_TABLE: Readonly<Record<string, Category>> = table;

/** How strongly a word names a product type: see the top of this file. */
export type Grade = (typeof GRADES)[number];

/** The category that a name's words indicate; null when its head noun belongs to no category, such as a phone case. */
export interface HeadNoun {
  category: string | null;
  grade: Grade;
  /** The phrase that decided, in the singular with digits as '#'; null when no single phrase did. */
  phrase: string | null;
}

const TYPES: ReadonlySet<Kind> = new Set(['type']);

const patternsOf = (tokens: readonly Token[]): string[] => tokens.map(({ pattern }) => pattern);

/** A text's words in the singular, with digits as '#': 'Men’s 2-in-1 Tablets' → ['men', '#', 'in', '#', 'tablets']. */
export const tokensOf = (text: string): string[] => patternsOf(placedTokens(text));

interface Hit {
  phrase: string;
  categories: readonly string[];
  grade: Grade;
  end: number;
  /** True when no word follows the phrase. */
  isLast: boolean;
}

/** The graded terms of a text in order, each by its strongest grade. */
function hitsOf(tokens: readonly Token[], from = 0): Hit[] {
  // Shoppers' synonyms are too loose for names: "sparkling" is wine to them.
  const own = tagTokens(tokens, GRADED, { from, isOwn: true });
  const places = Map.groupBy(own, ({ start }) => start);
  return [...places.values()].flatMap((tags) => hitOf(tags, tokens));
}

function hitOf(tags: readonly Tag[], tokens: readonly Token[]): Hit[] {
  const grade = GRADES.find((each) => tags.some(({ kind }) => kind === each));
  const [first] = tags;
  if (!grade || !first) return [];
  const own = tokens.filter(({ start, end }) => start >= first.start && end <= first.end);
  const end = tokens.findLastIndex((token) => token.end <= first.end) + 1;
  return [
    {
      phrase: own.map(({ pattern }) => pattern).join(' '),
      categories: tags.flatMap(({ kind, category }) =>
        kind === grade && category ? category : [],
      ),
      grade,
      end,
      isLast: end === tokens.length,
    },
  ];
}

/** Whether a phrase is one term of these kinds as a whole. */
export const isTerm = (phrase: string, kinds: ReadonlySet<Kind>): boolean =>
  tagWhole(placedTokens(phrase), kinds, { isOwn: true }).length > 0;

/** Separators between the parts of a name. */
const PARTS = /\s[-–—]\s|[|,;()[\]]|:\s/;
/** Introduces an owner, an accessory, a container or the machines for a detergent; the head noun never follows. */
const TAIL =
  /\s(?:with|for|(?<!side )by|from|featuring|suits?)\s|\sw\/|(?<!\d\s?)\sin\s|\s(?:front|top) (?:&|and) (?:front|top) load/i;
const ACCESSORY =
  /\b(?:cases?|covers?|sleeves?|straps?|brackets?|mounts?|stands?|filters?|remotes?|refills?|replacements?|spare|parts?|attachments?|accessor(?:y|ies)|holders?|skins?|kits?|bags?|bands?)\b/i;
/** A watch is sold in a metal case, its accessories in others: 'Apple Watch Series 10 46mm Aluminium Case'. */
const OWN_CASE = /\b\d\d ?mm\b.*\b(?:aluminium|stainless steel|titanium) case\b/i;
/** A part number, whose letters may look like words: 'MSZAP71VG2KIT'. */
const PART_NUMBER = /\b(?=[A-Z\d-]*\d)(?=[A-Z\d-]*[A-Z])[A-Z\d-]{8,}\b/g;
const HAS_ACCESSORIES = new Set(['Tech', 'Home & Appliances']);
/** Categories whose goods come in food scents or flavours. */
export const FLAVOURED: ReadonlySet<string> = new Set([
  'Pet Food',
  'Beauty',
  'Pharmacy',
  'Baby',
  'Cleaning',
  'Liquor',
]);
/** LEGO sets are named after what they portray: 'LEGO Orchid Artificial Plant Set'. */
const PORTRAYAL = /^lego (?!.*\b(?:ps[45]|playstation|xbox|switch|books?|watch|torch|lunch)\b)/i;

const MACHINES: ReadonlySet<string | undefined> = new Set(['Tech', 'Home & Appliances']);

/** Whether a category is of a department of machines. */
export const isOfMachines = (category: string | null): boolean =>
  MACHINES.has(CATEGORY_TABLE[category ?? '']?.department);

/** True for a phrase that names a thing without further context: 'dog shampoo'. */
export function isProductType(phrase: string): boolean {
  return isTerm(phrase, TYPES);
}

/** True for a word that names a thing together with the number after it: 'iphone', 'playstation'. */
export function isModelSeries(word: string): boolean {
  return isTerm(`${word} 0`, TYPES);
}

/**
 * The head noun of a name: from the first part that names a thing, or else the category that all its other words agree on. Null when
 * there is none.
 */
export function headNoun(name: string, brand: string | null = null): HeadNoun | null {
  const [, stated] = STATED.find(([form]) => form.test(name)) ?? [];
  if (stated) return { category: stated, grade: 'type', phrase: null };
  const brandTokens = tokensOf(brand ?? '');
  const weak: Hit[] = [];
  for (const part of name.split(PARTS)) {
    const [head = ''] = part.split(TAIL, 1);
    const tokens = placedTokens(head.replace(PART_NUMBER, ' '));
    const isBranded = brandTokens.every((token, index) => tokens[index]?.pattern === token);
    const hits = hitsOf(tokens, isBranded ? brandTokens.length : 0);
    const things = hits.filter(({ grade }) => grade === 'type');
    const thing = things.findLast((hit) => !isDetail(hit, things, tokens));
    const isPortrayal = PORTRAYAL.test(name);
    const category = thing && (isPortrayal ? 'Toys' : thingOf(thing, tokens, name));
    const isWhole = isPortrayal || OWN_CASE.test(name);
    const noun = thing && !isWhole && nounBehind(thing, hits, tokens);
    if (noun && category === thing.categories[0]) return noun;
    if (thing) return { category: category ?? null, grade: 'type', phrase: thing.phrase };
    weak.push(...hits);
  }
  return flavoured(name) ?? stuffOf(weak, name) ?? formOf(name) ?? hintOf(weak);
}

/** What may stand behind the head noun of a name. */
const DETAILS: ReadonlySet<Kind> = new Set([
  ...(['size', 'colour', 'material', 'packaging', 'claim', 'audience', 'edition'] as const),
  ...(['description', 'condition'] as const),
]);

const LONG_TYPES = TERMS.filter(({ kind, phrase }) => kind === 'type' && phrase.includes(' '));

/** Nouns of several categories: 'cleaner' ends "oven cleaner" and "pool cleaner". They name goods for what stands before them. */
const NOUNS: ReadonlySet<string> = new Set(
  [...Map.groupBy(LONG_TYPES, ({ phrase }) => tokensOf(phrase).at(-1) ?? '')]
    .filter(([, terms]) => new Set(terms.map(({ category }) => category)).size > 1)
    .map(([noun]) => noun),
);

/**
 * The ambiguous noun of another category that ends the head phrase, before its details: a "Kettle Cleaner" is no kettle. Null where the
 * type itself is the head. Food has shapes ("Chocolate Balls"), and a noun behind a number is an amount ("Toaster 4 Slice").
 */
function nounBehind(type: Hit, hits: readonly Hit[], tokens: readonly Token[]): HeadNoun | null {
  // "Cream" directly behind a type or an amount is a colour ("Kettle 1.7L Cream"), further behind it a noun ("Nappy Rash Cream").
  const tags = tagTokens(tokens, DETAILS);
  const isGoods = ({ kind, start, end }: Tag) => {
    const before = tokens[tokens.findIndex((token) => token.start === start) - 1]?.end;
    const isBehindAmount = tags.some((tag) => tag.kind === 'size' && tag.end === before);
    const isFurther = hits.some(
      (hit) => hit.end > type.end + 1 && tokens[hit.end - 1]?.end === end,
    );
    return kind === 'colour' && isFurther && !isBehindAmount;
  };
  const details = tags.filter((tag) => !isGoods(tag));
  const isDetail = ({ pattern, start, end }: Token, at: number) =>
    pattern.includes('#') ||
    tokens[at - 1]?.pattern === '#' ||
    details.some((each) => each.start <= start && end <= each.end);
  const end = tokens.findLastIndex((token, at) => !isDetail(token, at)) + 1;
  const last = hits.find((hit) => hit.end === end);
  if (!last || last.end <= type.end || last.grade !== 'hint' || !NOUNS.has(last.phrase))
    return null;
  if ([...last.categories, FOOD].some((each) => type.categories.includes(each))) return null;
  // 'Whey Protein Powder' ends in a type as well.
  const isType = (some: readonly Token[]) => tagWhole(some, TYPES, { isOwn: true }).length > 0;
  if ([2, 3].some((words) => isType(tokens.slice(Math.max(0, end - words), end)))) return null;
  const [category = null, ...others] = last.categories;
  return { category: others[0] ? null : category, grade: 'hint', phrase: last.phrase };
}

function formOf(name: string): HeadNoun | null {
  const [, category] = FORMS.find(([form]) => form.test(name)) ?? [];
  if (category) return { category, grade: 'ingredient', phrase: null };
  return BY_A_PERSON.test(name) ? { category: 'Books', grade: 'hint', phrase: null } : null;
}

/** The category that only the end of the name states: 'Tuna with Chicken Cat Treats'. */
function flavoured(name: string): HeadNoun | null {
  const thing = hitsOf(placedTokens(name)).findLast(({ grade }) => grade === 'type');
  const category = thing?.categories[0] ?? '';
  return thing && FLAVOURED.has(category)
    ? { category, grade: 'type', phrase: thing.phrase }
    : null;
}

/** Named after what it contains or tastes of. */
const FOOD = 'Groceries';

const BED_SIZE = /^(?:single|double|queen|king) bed$/;
const COMPUTERS = new Set(['Laptops', 'Gaming Laptops', 'Tablets']);
/** With its capacity before it: '512GB SSD'. */
const COMPONENT = /# ?(?:gb|tb) (?:hard drive|hdd|ram|ssd)$/;

/**
 * True for a phrase that only describes a thing named before it: a scent or flavour ('Protein Powder Vanilla Ice Cream'), the size of a
 * quilt ('King Bed'), a laptop's component ('512GB SSD') or a device's chip.
 */
function isDetail(
  { categories, phrase, end }: Hit,
  things: readonly Hit[],
  tokens: readonly Token[],
): boolean {
  const before = things
    .filter((thing) => thing.end < end)
    .map((thing) => thing.categories[0] ?? '');
  if (BED_SIZE.test(phrase)) return before.some((category) => category !== 'Furniture');
  if (categories[0] === FOOD)
    return before.some(
      (category) => FLAVOURED.has(category) || CATEGORY_TABLE[category]?.department === 'Tech',
    );
  const isComponent = COMPONENT.test(patternsOf(tokens.slice(0, end)).join(' '));
  return isComponent && before.some((category) => COMPUTERS.has(category));
}

/** True when the words after an appliance or a device name an accessory for it. */
export function isPartOf(category: string, rest: readonly string[]): boolean {
  const department = CATEGORY_TABLE[category]?.department ?? '';
  return HAS_ACCESSORIES.has(department) && ACCESSORY.test(rest.join(' '));
}

/** The category of a thing; null for an accessory: 'coffee machine filter'. */
function thingOf({ categories, end }: Hit, tokens: readonly Token[], name: string): string | null {
  const [category = null] = categories;
  const isWhole = category === 'Smart Watches' && OWN_CASE.test(name);
  const isPart = category !== null && !isWhole && isPartOf(category, patternsOf(tokens.slice(end)));
  if (isPart && category === 'Phones') return 'Phone Accessories';
  return isPart || categories.length > 1 ? null : category;
}

/** True for an amount, or a name that ends with the food: 'Hass Avocado Each', 'Red Plums'. */
const MEASURED =
  /\d ?(?:m?g|kg|ml|l|litres?|pack|pk|tablets?|tabs|capsules?|caps|sachets?)\b|\b(?:each|punnet|bunch|loose|per kg)\b/i;
/** How shops print fresh food. */
const FRESH = /\b(?:each|punnet|bunch|loose|washed)\b/i;
/** Fruits that act as colours at the end of a name, in the singular. */
const COLOUR =
  /(?:olive|lime|plum|peach|berry|cherry|apricot|mint|orange|chocolate|caramel|lemon|mango|honey)$/i;

function stuffOf(hits: readonly Hit[], name: string): HeadNoun | null {
  const stuff = hits.filter(({ grade }) => grade === 'ingredient');
  const isAmount =
    MEASURED.test(name) ||
    tokensOf(name).length <= 2 ||
    (stuff.some(({ isLast }) => isLast) && !COLOUR.test(name));
  if (stuff.length === 0 || !isAmount) return null;
  const others = hits.filter(
    ({ grade, categories }) => grade === 'hint' && categories.every((each) => FLAVOURED.has(each)),
  );
  const [category = null, ...more] = new Set(stuff.flatMap(({ categories }) => categories));
  if (more.length > 0) return null;
  if (others.length === 0 || FRESH.test(name))
    return { category, grade: 'ingredient', phrase: stuff.at(-1)?.phrase ?? null };
  return others.some(({ categories }) => categories[0] === 'Pet Food')
    ? { category: 'Pet Food', grade: 'ingredient', phrase: null }
    : null;
}

function hintOf(hits: readonly Hit[]): HeadNoun | null {
  const [first, ...rest] = hits;
  const agreed = first?.categories.filter((category) =>
    rest.every(({ categories }) => categories.includes(category)),
  );
  const [category] = agreed ?? [];
  return category && agreed?.length === 1 ? { category, grade: 'hint', phrase: null } : null;
}
