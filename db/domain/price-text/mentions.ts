import { measureUnit, unitPattern } from '../pack/pack-size-units.ts';
import { dollarsOfCents } from '../pack/unit-price.ts';
import { remembered } from '../remembered.ts';
import { foldSpaces } from '../text/fold-spaces.ts';
import { codesOf, PRINTED_CODES, SPELLINGS, WEAK_SPELLINGS } from './currencies.ts';
import { cleanText, decimalOfPrinted } from './printed.ts';
import { type PriceRole, RANGE, REDUCED_TO, roleOf } from './roles.ts';

/** An amount of money in a text: its exact decimal, proven currency, role, and the words before it. */
export interface PriceMention {
  amount: string;
  currency: string | null;
  role: PriceRole;
  before: string;
}

const MEASURE = unitPattern({ counted: false });
const escapeRegex = (text: string) => text.replace(/[$().*+?[\]\\^{|}/]/g, '\\$&');
const spellings = (weak: boolean) =>
  SPELLINGS.filter((spelling) => WEAK_SPELLINGS.has(spelling) === weak)
    .map(escapeRegex)
    .join('|');

/** Letters of a currency must not continue into another word. */
const CODE = `(?<![\\p{L}])(?:${PRINTED_CODES.join('|')})(?![\\p{L}])`;
const STRONG = `(?:(?<![\\p{L}])(?:${spellings(false)})(?![\\p{L}])|${CODE}|\\p{Sc})`;
const SIGN = new RegExp(STRONG, 'u');
const NUMBER = `(?:\\d{1,3}(?:[\\s'’]\\d{3})+(?!\\d|\\s?(?:${MEASURE})(?![\\p{L}]))|\\.?\\d+)(?:[.,]\\d+)*`;
const MENTION = new RegExp(
  `(?<pre>${STRONG}(?:\\s?\\)?:?\\s?${STRONG})?)\\s?:?\\s?(?<minus>[-−](?=\\d))?(?<number>${NUMBER})(?:\\s?(?<code>${CODE})(?!\\s?\\d))?` +
    `|(?<bare>${NUMBER})(?:\\s?(?<cent>c|¢|cents?)(?![\\p{L}])|[.,]?[-–]*\\s?(?<post>${STRONG}(?!\\d)))?`,
  'gu',
);
const ALONE = new RegExp(
  `^(?:[^\\d:]{1,40}:\\s*)?(?:(?<pre>RM?)\\s?(?=\\d{3}|\\d+[.,]\\d)|(?<!\\p{L}))(?<number>${NUMBER})\\s?(?<post>${spellings(true)}|\\p{L}[\\p{L}.']{0,4})?$`,
  'u',
);

/** The amounts of money in a text, in order, with their roles. `hint` is an ISO code or a text that contains the currency. */
export function priceMentions(text: string, hint: string | null = null): readonly PriceMention[] {
  if (!/\p{N}|free/iu.test(text)) return [];
  const foldedHint = foldSpaces(hint ?? '');
  return text.length > REMEMBERED_CHARS
    ? mentionsIn(text, foldedHint)
    : mentionsOf(`${foldedHint}\n${text}`);
}

/** Cached, because a page's nested elements repeat the same texts. */
const REMEMBERED = 500;
const REMEMBERED_CHARS = 200;
const mentionsOf = remembered((key): readonly PriceMention[] => {
  const end = key.indexOf('\n');
  return mentionsIn(key.slice(end + 1), key.slice(0, end));
}, REMEMBERED);

function mentionsIn(text: string, hint: string): PriceMention[] {
  const clean = cleanText(text);
  const hinted = codeInHint(hint);
  if (/^free[.!]?$/i.test(clean))
    return [{ amount: '0', currency: hinted, role: 'plain', before: '' }];
  const found = numbersIn(clean)
    .map((match) => toFound(match, clean, hinted))
    .filter((one) => one !== null);
  const priced = found.filter(({ printed }) => printed);
  if (priced.length > 0) return withRoles(priced, clean);
  const bare = [aloneIn(clean, hinted), ...found.filter((one) => isBarePrice(one, clean))];
  return withRoles(
    bare.filter((one) => one !== null),
    clean,
  );
}

/** Two signs and the characters between them and their number. */
const LONGEST_SIGNS = 2 * Math.max(...SPELLINGS.map(({ length }) => length)) + 5;
const DIGIT = /\d/g;

/** The matches of MENTION. Jumps from digit to digit, because trying all signs at every character of a long text is slow. */
function numbersIn(text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  let from = 0;
  while (true) {
    DIGIT.lastIndex = from;
    const digit = DIGIT.exec(text);
    if (!digit) return matches;
    MENTION.lastIndex = Math.max(from, digit.index - LONGEST_SIGNS);
    const match = MENTION.exec(text);
    if (!match) return matches;
    matches.push(match);
    from = MENTION.lastIndex;
  }
}

interface Found {
  amount: string;
  currency: string | null;
  /** A currency is printed next to the number. */
  printed: boolean;
  start: number;
  end: number;
}

/** Characters before a number that are examined; the deciding signs are close. */
const NEAR_CHARS = 16;

function toFound(match: RegExpMatchArray, text: string, hinted: string | null): Found | null {
  const { pre, minus, code, cent, post, bare = '', number = bare } = match.groups ?? {};
  const start = match.index ?? 0;
  const end = start + match[0].length;
  const before = text.slice(Math.max(0, start - NEAR_CHARS), start);
  const spelled = [pre, code, post].filter((one) => one !== undefined).flatMap(currencyTokens);
  const printed = spelled.length > 0 || cent !== undefined;
  if (
    minus ||
    /(?:^|[\s(])[-−]\s?$/.test(before.replace(/[\d\p{L}] [-−] ?$|\d ?\p{Sc} [-−] $/u, ''))
  )
    return null;
  if (!printed && /[\p{L}\d.,]$/u.test(before)) return null;
  if (/^\s?%|^e[+-]?\d|^[kmb](?!\p{L})/iu.test(text.slice(end))) return null;
  const currency = currencyOf(spelled, hinted);
  const amount = cent ? centsAmount(number) : decimalOfPrinted(number, currency);
  return amount === null ? null : { amount, currency, printed, start, end };
}

function centsAmount(number: string): string | null {
  return /^\d{1,3}(?:\.\d+)?$/.test(number) ? dollarsOfCents(number) : null;
}

function currencyTokens(whole: string): string[] {
  if (codesOf(whole).length > 0) return [whole];
  return whole
    .split(/[\s):]+|(?<=[A-Za-z]{3})(?=\p{Sc})/u)
    .filter((token) => codesOf(token).length > 0);
}

/** A proven code; else the hinted code if a shared sign allows it; without any sign the hint. */
function currencyOf(spelled: readonly string[], hinted: string | null): string | null {
  const candidates = spelled.map(codesOf);
  const proven = candidates.find((codes) => codes.length === 1)?.[0];
  if (proven) return proven;
  const fits = spelled.length === 0 || candidates.flat().some((code) => code === hinted);
  return fits ? hinted : null;
}

/** The code that a hint proves: an ISO code, a spelling, or a text that contains one. */
function codeInHint(hint: string): string | null {
  const sign = codesOf(hint).length > 0 ? hint : (SIGN.exec(cleanText(hint))?.[0] ?? '');
  const [code = null, other] = codesOf(currencyTokens(sign)[0] ?? '');
  return other === undefined ? code : null;
}

/** Reads a text of one number with at most a label before and a short word after it, such as '1 Ft' or '200q'. */
function aloneIn(text: string, hinted: string | null): Found | null {
  const { pre = '', number = '', post = '' } = ALONE.exec(text)?.groups ?? {};
  if (pre + post === '') return null;
  const known = WEAK_SPELLINGS.has(post) && /\s|^\D/.test(text);
  if (!known && (measureUnit(post) || NOT_MONEY.test(` ${post}`))) return null;
  const currency = currencyOf(
    [pre, post].filter((one) => codesOf(one).length > 0),
    hinted,
  );
  const amount = decimalOfPrinted(number, currency);
  return amount === null ? null : { amount, currency, printed: true, start: 0, end: text.length };
}

const NOT_MONEY = new RegExp(
  `^\\s?-?(?:${MEASURE}|"|”|in|inch|inches|ft|[gtm]b|ghz|hz|mp|k?w|v|mah|x|×|pk|packs?|pcs?|pieces?|hours?|hrs?|mins?|days?|weeks?|months?|years?|yrs?|stars?|reviews?|ratings?|left|items?|results?|products?|sold|watching|out of|points?|pts|colou?rs?|sizes?|th|st|nd|rd|am|pm|off|for|sheets?|wipes?|rolls?|tablets?|caps(?:ules)?|bought|people|views?|ply|gen|plus|pro|max)(?![\\p{L}])`,
  'iu',
);
const MONTH =
  /(?<!\p{L})(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?,?\s*(?:\d{1,2},?\s*)?$/iu;
const CODE_LABEL =
  /(?:sku|code|item|model|ean|isbn|upc|gtin|barcode|qty|quantity|size|id|no\.?|number|#|part|rated|rating|stars?|page|step|pack of|set of|box of|call|phone|since|©)\W*$/i;
const PRICE_WORD =
  /(?:price|now|only|just|from|ab|was|rrp|sale|special|total|cost|pris|preis|prix|precio|prezzo|cena|each|ea)\W*$/i;

/** True when a number without a currency is still a price: alone, labelled, or with two decimals. */
function isBarePrice(found: Found, text: string): boolean {
  const before = text.slice(0, found.start);
  const after = text.slice(found.end);
  if (
    NOT_MONEY.test(after) ||
    /^\s?[/:]\s?\d|^-\d/.test(after) ||
    /(?:\/|(?<!\p{L}):)\s?$/u.test(before)
  )
    return false;
  if (MONTH.test(before) || CODE_LABEL.test(before)) return false;
  const lone = !/[\p{L}\d]/u.test(before + after);
  const labelled =
    /\p{L}:\s?$/u.test(before) ||
    PRICE_WORD.test(before) ||
    /^\s?(?:\/|per)?\s?(?:each|ea)(?!\p{L})/iu.test(after);
  return lone || labelled || /\.\d\d$/.test(found.amount);
}

/** Assigns each amount its role; words after an amount that determined its role do not apply to the next amount. */
function withRoles(all: readonly Found[], text: string): PriceMention[] {
  const mentions: PriceMention[] = [];
  const afters: string[] = [];
  let from = 0;
  for (const [index, { amount, currency, start, end }] of all.entries()) {
    const before = text.slice(from, start);
    const next = all[index + 1];
    const after = text.slice(end, next?.start ?? text.length);
    const previous = mentions.at(-1);
    const unit = isUnitPrice(after);
    const named = unit ? null : roleOf(before, after, next && Number(next.amount) < Number(amount));
    const own = named?.role ?? 'unit';
    const role = own === 'plain' && previous ? roleBehind(previous, before, amount) : own;
    if (role === 'now' && own === 'plain' && previous?.role === 'plain')
      previous.role = 'reference';
    afters.push(after);
    mentions.push({ amount, currency, before, role });
    from = end + (named?.afterUsed ?? 0);
  }
  markPieces(mentions, afters);
  return mentions;
}

/** The role of an amount without words of its own behind another: the end of a range, or the price after a reduction. */
function roleBehind(previous: PriceMention, before: string, amount: string): PriceRole {
  if (RANGE.test(before)) return REDUCED_FROM.test(previous.before) ? 'now' : previous.role;
  const isLower = previous.role === 'plain' && Number(amount) < Number(previous.amount);
  return isLower && REDUCED_TO.test(before) ? 'now' : 'plain';
}

/** '/ 1EA', 'each'. */
const EACH = /^\s?\(?(?:(?:\/|per|p\/)\s?1?\s?)?(?:ea|each)(?!\p{L})/iu;

/** Words between two amounts, without a sign that they belong to the second one: ' per stem ', ' setup fee ', ' extra for engraving '. */
const OF_PART = /^\s?\(?(?:(?:\/|per)\s?)?\p{L}[\p{L}'’-]*(?: [\p{L}'’-]+){0,3}[),]?\s$/u;
/** Words before the price of the whole, or of another choice. */
const OF_WHOLE =
  /(?<!\p{L})(?:and|or|vs|versus|to|then|price|only|just|now|normally|usually|elsewhere|competitors?|instead|total|inc|incl|including|gst|from|was|case|carton|dozen)(?!\p{L})/iu;

/** A price at least this many times that of a piece is a pack's; a piece's own former price is rarely as high. */
const PIECES_OF_PACK = 2;

/** Words of the price of several: '$9 per pack', '$534 case of 6'. */
const OF_SEVERAL = /^\s?(?:[/(]|(?:per|for|in|any|case|carton|dozen|box)(?!\p{L}))/iu;

/** Marks the price of a piece or an extra beside the whole price, '$0.60 / 1EA $7.20' and '$30 installation $399', as a unit price. */
function markPieces(mentions: PriceMention[], afters: readonly string[]): void {
  const isPiece = (at: number) => EACH.test(afters[at] ?? '');
  const packs = mentions.filter(
    ({ role }, at) =>
      (role === 'plain' || role === 'now' || role === 'labelled') &&
      !isPiece(at) &&
      !OF_SEVERAL.test(afters[at] ?? ''),
  );
  const isPart = (at: number) =>
    at === mentions.length - 2 &&
    mentions[at + 1]?.role === 'plain' &&
    afters[at + 1] === '' &&
    OF_PART.test(afters[at] ?? '') &&
    !OF_WHOLE.test(afters[at] ?? '');
  for (const [at, mention] of mentions.entries()) {
    const least = Number(mention.amount) * PIECES_OF_PACK;
    if (
      mention.role === 'plain' &&
      (isPiece(at) || isPart(at)) &&
      packs.some((pack) => Number(pack.amount) >= least)
    )
      mention.role = 'unit';
  }
}

const REDUCED_FROM = /(?:reduced|dropped|down|cut|slashed|marked down)\s+from\W*$/i;
/** Units that mean the whole article, so the price per unit is the price. */
const WHOLE_ARTICLE = /^(?:each|ea|units?|items?|pieces?|pcs?|pce|pair|bottle)$/i;
/** 'per 6 pack' is the article. */
const PACK = /^(?:packs?|pk)$/i;

/** "$169 / SQM", "$100/Lm", "$3.90 kg": the cost depends on the quantity. */
const MEASURED_OUT =
  /^\skg(?!\p{L})|^\s?\(?(?:\/|per|p\/)\s?(?:sq\.?\s?(?:m|ft|feet|metres?|meters?)|sqm|sqft|square (?:met(?:re|er)|foot)|l\.?m|line?ar? met(?:re|er))(?!\p{L})/iu;

/** '/ 100G', 'per 1 kg', 'per wash': a price for part of the article. */
function isUnitPrice(after: string): boolean {
  if (MEASURED_OUT.test(after)) return true;
  const match = /^\s?\(?(?:\/|per|p\/)\s?(\d+(?:\.\d+)?)?\s?(\p{L}+)/iu.exec(after);
  if (!match) return false;
  const [, quantity = '1', word = ''] = match;
  const isWhole = PACK.test(word) || (WHOLE_ARTICLE.test(word) && Number(quantity) === 1);
  return measureUnit(word) !== null && !isWhole;
}
