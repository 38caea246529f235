/*
 * The grammar of queries, applied before words are looked up. The thing stands before the first 'for', 'with' or 'that', its purpose behind
 * it. An unwanted substance is one term in every spelling, in queries as in names: 'without sugar', 'no added sugar' and 'zero sugar' are
 * 'sugar free'.
 */
import { type Kind, tag } from '../lexicon/lexicon.ts';
import { measureUnit } from '../pack/pack-size-units.ts';
import { RECEIVERS } from './audiences.ts';

const SUBSTANCES =
  'sugar|lactose|dairy|gluten|wheat|grain|nut|egg|soy|meat|alcohol|caffeine|fragrance|perfume|soap|sulphate|sulfate|paraben|phosphate|salt|msg|bpa|acid|aluminium|bleach|chemical|yeast|palm oil';
const FREE_OF = new RegExp(
  String.raw`\b(?:(?:with)?out(?: any)?|no[nt]?|zero|free (?:of|from))[\s-]?(?:added[\s-])?(${SUBSTANCES})(?:s|ic)?\b|\b(${SUBSTANCES})[\s-]?(?:free|less)\b`,
  'gi',
);

/** Rewrites each unwanted substance as 'sugar free', the abbreviations 'GF' and 'DF' too. */
export function freeOf(text: string): string {
  return text
    .replace(/\bgf\b/gi, 'gluten free')
    .replace(/\bdf\b/gi, 'dairy free')
    .replace(
      FREE_OF,
      (_, unwanted?: string, named?: string) => `${(unwanted ?? named ?? '').toLowerCase()} free`,
    );
}

/** The unwanted substances of a text, as 'sugar free'. */
export function unwantedIn(text: string): string {
  return [...text.matchAll(FREE_OF)].map(([found]) => freeOf(found)).join(' ');
}

/** Removes unwanted substances: 'Cola Zero Sugar' is a cola. */
export const withoutUnwanted = (text: string): string => text.replace(FREE_OF, ' ');

const PURPOSE =
  /\s(?:for|with|w\/|from|about|that|which|who|(?:to )?suits?|suitable for|compatible with|made (?:of|from|in)|using)\s/i;
/** A child's age. */
const AGE =
  /\b(?:\d{1,2}\s?(?:-|to)\s?)?\d{1,2}[\s-]?(?:years?|yrs?|months?|mths?|weeks?)[\s-]?olds?\b|\b\d{1,2}\s?(?:-|to)\s?\d{1,2}\s?(?:years|yrs|months|mths)\b|\b\d{1,2}\s?yo\b/gi;

/** Drinks that have an age: '12 year old scotch'. */
const AGED = /\b(?:whiske?y|scotch|malt|bourbon|rum|tawny|port|brandy|cognac|tequila)\b/i;

/** The audience of an age; none from 18 years on. */
function childOf(age: string): string {
  const years = /[mw]/i.test(age) ? 0 : Number(/\d+/.exec(age));
  return years < 4 ? 'toddler' : years < 13 ? 'kids' : years < 18 ? 'teen' : ' ';
}

/** Containers that say nothing of the goods inside, as a regular expression. 'Tinned' and 'in a block' do. */
export const CONTAINERS =
  'bags?|bottles?|box(?:es)?|cartons?|jars?|lo(?:af|aves)|packets?|packs?|tubs?';

/** What goods are sold in: 'case of corona', 'a box of tissues'. */
const CONTAINER = new RegExp(
  String.raw`^\s*(?:an? )?(?:${CONTAINERS}|cases?|dozen|pairs?|slabs?|tubes?) of (?=\S)`,
  'i',
);

/** 'A bottle of red' is wine. */
const BOTTLE_OF_WINE = /^\s*(?:an? )?(?:bottles?|glass(?:es)?|casks?) of (red|white)\s*$/i;

/** The numbers from 1 to 10 in words. */
export const NUMBER_WORDS = 'one two three four five six seven eight nine ten'.split(' ');
/** A number in words, but one, and the word behind it. */
const NUMBER = new RegExp(
  String.raw`\b(${NUMBER_WORDS.slice(1).join('|')})[\s-](?=(\p{L}+))`,
  'giu',
);
const COUNTABLE = /^(?:persons?|people|man|burner|drawer|seater)$/i;

/** Writes numbers before a unit in digits, as names print them: 'two litre', 'four slice toaster', 'six pack'. */
const inDigits = (query: string) =>
  query.replace(NUMBER, (found, number: string, unit: string) =>
    measureUnit(unit) || COUNTABLE.test(unit)
      ? `${NUMBER_WORDS.indexOf(number.toLowerCase()) + 1} `
      : found,
  );

/** 'A dozen eggs', 'eggs half dozen': the count stands behind the goods. */
const DOZEN = /^(.*?)\b(half[\s-](?:an? )?)?dozen\b(?! of\b)(.*)$/i;

/** Joins the two things of a query. */
export const CONJUNCTION = /\s(?:and|or|&|\+|vs\.?|versus|instead of)\s/i;

/** A pack that states its count: 'six pack of corona'. */
const COUNTED_PACK = /^\s*(?:an? )?(\d+)[\s-]?packs? of (.+)$/i;

/** What holds 24 cans or bottles: 'carton of vb', 'beer slab'. */
const CARTON_BEHIND = String.raw`\b(?:cartons?|slabs?)\s*$`;
const CARTON = new RegExp(String.raw`\b(?:cartons?|slabs?|cases?) of\s|${CARTON_BEHIND}`, 'i');
/** A carton named behind the goods: 'beer carton'. */
const AS_CARTON = new RegExp(String.raw`(?<=\S)\s+${CARTON_BEHIND}`, 'i');

/** The term that products better match, although no word of the query says so; none for most queries. */
export const preferredTerms = (query: string): string[][] => (CARTON.test(query) ? [['24']] : []);

/** The thing of a query, and for whom or what it is. */
export interface Split {
  thing: string;
  purpose: string;
  /** What stands behind "with" is a part of the thing. */
  isPart?: boolean;
}

/** A query may name a purpose alone: 'for a sore throat'. */
const LEADING = /^\s*(?:(?:for|with|to|is|are|a|an|the)\s+)+/i;

export function splitPurpose(query: string): Split {
  const text = freeOf(inDigits(query))
    .replace(DOZEN, (_, before, half, behind) => `${before}${behind} ${half ? 6 : 12}`)
    .replace(BOTTLE_OF_WINE, '$1 wine')
    .replace(COUNTED_PACK, '$2 $1')
    .replace(CONTAINER, '')
    .replace(AS_CARTON, '')
    .replace(AGE, (age) => (AGED.test(query) ? age : childOf(age)))
    .replace(LEADING, '');
  const [, thing = '', by = '', purpose = ''] =
    new RegExp(`^(.*?\\S)(?:(${PURPOSE.source})(.*))?$`, 'is').exec(text) ?? [];
  return { thing: thing || text, purpose, isPart: /^\sw(?:ith|\/)\s$/i.test(by) };
}

/** Moves the purpose before the thing where both are known as one: 'shampoo for dogs' to 'dogs shampoo'. */
export function turnPurpose(
  split: Split,
  isKnownAsOne: (whatFor: string, thing: string) => boolean,
): Split {
  const { thing: whatFor, purpose: rest } = splitPurpose(split.purpose);
  if (!whatFor || !isKnownAsOne(whatFor, split.thing)) return split;
  return { thing: `${whatFor} ${split.thing}`, purpose: rest };
}

/* Queries for gifts name no thing: what the receiver likes, or the receiver ('mens gift' in the lexicon), stands in for it. */
const GIFT =
  /^(?:(?:secret santa|kris kringle)(?: gifts?| presents?)?|gifts?|presents?|pressies?|prezzies?|stocking (?:stuffers?|fillers?))(?: ideas?)?$/i;
const OCCASION =
  /\b(?:birthday|christmas|xmas|easter|valentines?|anniversary|wedding|engagement|housewarming|shower|christening|graduation|retirement|day|small|thank you)\b/gi;
const HOBBIES: ReadonlySet<Kind> = new Set(['hobby']);
/** Introduces what the receiver likes. */
const LIKES =
  /\s(?:who|that)?(?:\s(?:is|are)|['’]s)?\s?\b(?:loves?|likes?|enjoys?|does|plays?|collects?|into|mad about|obsessed with|keen on)\s+(.+)/i;

/** What a receiver is known to love: 'a tea lover'. */
const LOVER =
  /(?:^|\s)(?:an?\s)?([\p{L} ]+?)[\s-](?:lovers?|fans?|enthusiasts?|fanatics?|addicts?|nerds?|geeks?|buffs?|nuts?)\b/iu;

/** What the receiver of a gift likes: 'tea' of 'gift for mum who loves tea'; empty where a query does not say. */
export const likedIn = (query: string): string => LIKES.exec(query)?.[1] ?? '';

/** A query without what the receiver likes: 'gift for dad' of 'gift for dad who likes fishing'. */
export const withoutLikes = (query: string): string => query.replace(LIKES, '');

/** The receiver as names of gifts have it: 'mens'; 'any' where a text does not say. */
export const receiverIn = (text: string): string =>
  RECEIVERS.find(([words]) => text.search(words) >= 0)?.[1] ?? 'any';

/** A text without who gets or uses the goods: 'mum', 'kids'. */
export const withoutReceivers = (text: string): string =>
  RECEIVERS.reduce((left, [words]) => left.replace(words, ' '), text.replace(/['’]s?\b/g, ''));

/** Turns a query for a gift into one for what its receiver likes, else for what suits them. Keeps any other query. */
export function resolveGift({ thing, purpose, isPart = false }: Split): Split {
  const named = withoutReceivers(thing.replace(LIKES, '')).replace(OCCASION, ' ').trim();
  const isGift = GIFT.test(named);
  const [, liked = isGift ? LOVER.exec(purpose)?.[1] : undefined] =
    LIKES.exec(`${thing} ${purpose}`) ?? [];
  // 'something for my husband who is into golf' names the receiver alone.
  if (isGift || (liked && !named)) {
    const [hobby] = tag(liked ?? purpose, HOBBIES);
    if (hobby) return { thing: `${hobby.phrase} gift`, purpose: '' };
    if (liked) return { thing: liked, purpose: '' };
  }
  if (!isGift) return { thing, purpose, isPart };
  return { thing: `${receiverIn(`${thing} ${purpose}`)} gift`, purpose: withoutReceivers(purpose) };
}
