/* The role of an amount in a shop's text, by the words around it. Order matters: the word nearest to the amount wins. */

/** `now`, `labelled` and `plain` may be the price, `conditional` only when nothing else is, the others never. */
export type PriceRole =
  | 'now'
  | 'labelled' // "Online price", "Outlet price": today's, unless a club has that name
  | 'plain'
  | 'conditional' // members, monthly plans, before GST, a shop's "regular price"
  | 'reference' // was, RRP
  | 'saving'
  | 'delivery' // its cost, or the spend that makes it free
  | 'instalment'
  | 'multi-buy'
  | 'unit'
  | 'other'; // GST amount, deposit, open box, gift card

/** Separates two prices of a range, neither of which is the product's price. */
export const RANGE = /^\s*(?:-|–|—|~|to|through|until|till)\s*$/i;

/** Separates a former price from the lower one of today: "$45 → $30", "$45 (30% off) $31.50". */
export const REDUCED_TO = /^\s*(?:→|⇒|»|[-=]*>|[-–(]*\s*\d+\s?%(?: off)?\)?)\s*$/i;

/** Precedes an end of a range, which is not a price. */
export const FROM =
  /(?<!\p{L})(?:from|starting (?:at|from)|starts (?:at|from)|as low as|starting price)(?: only| just)?\W*$|^\W*to\W*$/iu;

type Rule = readonly [role: PriceRole, pattern: RegExp];

const NOT_LETTER = '(?<![\\p{L}])';
const words = (role: PriceRole, source: string): Rule => [
  role,
  new RegExp(`${NOT_LETTER}(?:${source})(?:[- ]price)?(?![\\p{L}])`, 'giu'),
];

/** A reduction, in the name of the price before it: "pre-sale price", "price before discount". */
const LOWERED =
  '(?:sales?|discount(?:ed)?|promo(?:tion)?(?:al)?|specials?|reduc(?:ed|tion)|markdown|clearance)';
const UNLOWERED = `(?:pre|non|un|before|prior to)[- ]?${LOWERED}`;

/** Whose price or what price it is, where that is not what any shopper pays for the goods today. */
const REGULAR = 'regular|normal|base|retail|full|standard|typical|everyday';
const OF_SOME =
  'members?|club|rewards?|family|trade|wholesale|staff|students?|seniors?|concession|pensioners?|subscribers?|loyalty|bulk|carton|case|dozen';

const BEFORE: readonly Rule[] = [
  words(
    'now',
    `now|(?<!${NOT_LETTER}(?:pre|non|before)[- ])sales?|special|(our|your|current) price|non[- ]?members?( pay)?|today'?s?|clearance|deal|one[- ](time|off) (purchase|buy)|price now|reduced to|down to|jetzt|nur noch|agora|ahora|maintenant`,
  ),
  words(
    'reference',
    `was|were|formerly|rrp|r\\.r\\.p\\.?|srp|msrp|mrp|(list|usual|old|former|prior|before|market|suggested|manufacturer['’]?s) price|ticket(ed)?( price)?( of)?|usually|normally|typically|compare(d)?[- ](at|to)|(est(imated|\\.)? )?value|valued? at|worth|prev(ious(ly)?|\\.)?|original(ly)?|recommended( retail)?|(don['’]?t|why) pay|statt|uvp|antes|avant|instead of|(reduced|dropped|down|cut|slashed) from|listed at|last sold|${UNLOWERED}|(?<=^\\W*)before`,
  ),
  words(
    'conditional',
    `(?:${REGULAR}|(?<!non[- ]?)(?:${OF_SOME})) price|reg\\.?|total|(?<!non[- ]?)member(s|['’]s|s['’])?|club|rewards?|onepass|flybuys|with card|subscribe|subscription|assine|assinatura|suscr[ií]bete|suscripci[oó]n|im abo|abonnement|auto[- ]?(ship|delivery)|repeat (delivery|order)|(?<!non[- ]?)vip|insiders?|prime|students?|loyalty|ex(cl?\\.?|c\\.?|cluding)?:? (gst|tax|vat)`,
  ),
  words(
    'saving',
    'save|saves|saving|savings|you save|earn|discount( of)?|reduced by|cash ?back( of)?|rebate( of)?|up to (?=.{0,12}off)',
  ),
  words(
    'delivery',
    'express( post)?(?=\\W{0,3}$)|(?<!free )(shipping|delivery|postage|freight|p&h|click & collect fee)( (from|fee|cost|costs|only))?|(?<!pre-?\\s?)orders?( over| of| above| from)?|over|above|for every|exceed(ing|s)?|spend( over)?|spending|minimum( spend| order)?|purchases? (of|over|above)( over)?|free (shipping|delivery|postage)( for| on)?( orders)?( over| from| above)',
  ),
  words(
    'instalment',
    'payments?( of)?|instal?ments?( of)?|instalments?( of)?|repayments?( of)?|fortnightly|weekly|afterpay|zip ?pay|zip|klarna|laybuy|humm|latitude|pay in \\d+|interest[- ]free|parcelas|vezes|deposit( of)?',
  ),
  ['instalment', /\d\s?[x×]\s?(?:de\s*)?(?=$)/giu],
  [
    'multi-buy',
    /(?<![\d.,\p{L}])(?:\d+|two|three|four|six|ten|twelve)\s*(?:for|pack for|items? for)\s*(?:only\s*|just\s*)?(?=$)/giu,
  ],
  ['multi-buy', /(?:any|buy|get)\s*\d+\s*(?:or more\s*)?(?:for|@|at)\s*(?=$)/giu],
  ['multi-buy', /(?<!\d\s*)\bin any (?:\d+|two|three|four|six|twelve)\s*:?\s*(?=$)/giu],
  ['multi-buy', /(?<![\d.,])\d+\s*(?:\+|or more)\s*:?\s*(?=$)/giu],
  ['multi-buy', /(?<![\d.,/])[2-9]\s?\/\s?(?=$)/giu],
  ['conditional', /\b(?:with|use|using|enter|apply) (?:\p{L}+ )?code:? \S{3,20}\s*:?\s*(?=$)/giu],
  // "Large (+$5.00)": what an option adds.
  ['other', /\(\s*\+\s*(?=$)/gu],
  words('unit', 'unit price|cup price|comparative price'),
  ['unit', /\bper\s*\d*\s*(?:kg|g|grams?|ml|l|litres?|each|ea|sheets?|letter|word)\s*:\s*(?=$)/giu],
  words(
    'other',
    'sub-?total|(?:cart|order|estimated) total|open[- ]box|refurbished|used|pre-?owned|second[- ]hand|gift cards?|voucher|vouchers|credit of|(?<!incl?\\.?\\s|including\\s)gst( of|:)|(?<!no (?:\\p{L}+ )?)fees?|levy|surcharge|bond|trade[- ]in( value)?( of)?|under|below|less than|bonus|win|prize|tax of|(?:more|other) buying (?:choices|options)|(?:used|new) (?:and|&) (?:new|used)( from)?',
  ),
];

/** A price with a modifier that no rule knows; a known word directly before it counts: "Club Plus price". */
const OTHER_PRICE = /\p{L}[\p{L}'’-]* price(?!\p{L})\W*$/iu;

/** Words directly after an amount. */
const AFTER: readonly Rule[] = [
  [
    'saving',
    /^\s*(?:\)\s*)?(?:off|discount|saving|savings|cash ?back|rebate|less|cheaper|saved)(?!\p{L})/iu,
  ],
  ['reference', /^\s*\(?(?:rrp|r\.r\.p|msrp|mrp|was price|list price|value(?!\p{L})|uvp)/iu],
  [
    'delivery',
    /^\s*(?:flat\s*|flat[- ]rate\s*)?(?:for\s*)?(?:shipping|delivery|postage|freight|p&h|or more|minimum|min\.? spend|spend|and over|\+? ?orders)(?!\p{L})|^\s*(?:\p{L}+ ){1,2}(?:for|from|until|till|to (?:get|unlock)) free (?:shipping|delivery|postage)(?!\p{L})/iu,
  ],
  [
    'instalment',
    /^\s*(?:[x×]\s*\d+\s*(?:payment|instal|week|fortnight|month)|(?:\/|per|a|every|each)\s*(?:week|wk|fortnight)(?:\s*(?:over|for) \d+ \p{L}+(?: with \p{L}+)?)?|(?:\/|per|a )\s*(?:day|night|hour)(?!\p{L})|p\/?w(?!\p{L})|weekly|fortnightly|(?:x|×|in)\s?\d+ (?:payments|instal))/iu,
  ],
  // "$14.50 in any six", "$4 ea when you buy 3": the price of several only.
  [
    'other',
    /^\s*(?:(?:ea(?:ch)?\.?|per \p{L}+)\s*)?(?:in any|for any|(?:when|if) you buy|when buying)\s*(?:\d+|two|three|four|six|twelve|a dozen)(?!\p{L})/iu,
  ],
  [
    'conditional',
    /^\s*(?:with|using)\s*(?:promo |coupon |discount )?code(?!\p{L})(?:\s*:?\s*\S{3,20})?/iu,
  ],
  [
    'instalment',
    /^\s*(?:(?:today|now|up ?front|fortnightly|a fortnight)\s*)?(?:with|using|via)\s*(?:afterpay|zip|klarna|laybuy|humm)/iu,
  ],
  [
    'conditional',
    /^\s*(?:with|on) (?:auto[- ]?(?:ship|delivery)|repeat delivery|(?:a )?subscription|subscribe)(?!\p{L})/iu,
  ],
  ['conditional', /^\s*(?:\/|per|a|p\/)\s*(?:month|mth|mo|year|yr)(?!\p{L})|^\s*monthly/iu],
  [
    'conditional',
    /^\s*\(?(?:with|for|using)\s*(?:your\s*|a\s*)?(?:\p{L}+\s)?(?:card|members?|membership|onepass|flybuys|rewards)|^\s*(?:club|vip) members?(?!\p{L})|^\s*(?:member|club) price/iu,
  ],
  [
    'conditional',
    /^\s*\(?(?:\+|plus|ex|exc|excl|excluding|before|ohne|hors)\.?\s*(?:gst|tax|vat)(?!\s*:)|^\s*\(?exc?l?\.?\)?\s*$/iu,
  ],
  [
    'other',
    /^\s*\(\s*\d+ (?:used|new)(?: (?:and|&) (?:used|new))? offers?|^\s*(?:of\s*)?(?:gst|tax)(?!\p{L})(?!\s*(?:inc|incl|included))|^\s*(?:\p{L}+ )?(?:gift card|voucher|credit|reward|deposit|bonus|bond|fee|surcharge|trade[- ]in)|^\s*(?:(?:and|&) (?:up|over|above)|\(?optional)(?!\p{L})/iu,
  ],
];

/** Words that may belong to the amount before or after them: "$59 RRP", "$49 RRP $59". Screen readers get some twice. */
const EITHER_SIDE =
  /^(?:\s*(?:rrp|mrp|r\.r\.p\.?|msrp|list price|was price|value|cash ?back|gift cards?|vouchers?|deposit|bonus|fee|surcharge|member price|club price|discount|saving|savings|(?:flat[- ]rate |standard |express )?(?:delivery|shipping|postage)(?: from| fee| cost)?|(?:min(?:imum|\.)? )?spend)\s*:?){1,2}\s*$/i;

/** "$12 delivery: $5", "$12 | delivery $5": the word belongs to the next amount. */
const OF_NEXT = /^\s*[|•·,;/(]|(?::|from)\s*$/i;

/** "$12 (RRP $20)": the bracket holds the next amount. */
const OPENED = /^\s*[([][^)\]]*$/;

/**
 * True when words between two amounts belong to the next one. Without a separator the sizes decide: a recommended or former price is
 * the higher of the two, and a fee, saving, deposit or member price the lower.
 */
function isOfNext(before: string, after: string, role: PriceRole, isNextLower: boolean): boolean {
  if (OPENED.test(after)) return true;
  if (!EITHER_SIDE.test(after)) return false;
  if (OF_NEXT.test(after)) return true;
  const isOfHigher = role === 'reference' || /spend/i.test(after);
  return !/\+\s?$/.test(before) && isNextLower !== isOfHigher;
}

/**
 * The role of an amount from the text on both sides of it, up to the neighbouring amounts. `afterUsed` is the number of characters
 * after it that determined the role. `isNextLower` compares the next amount with this one; undefined for the last.
 */
export function roleOf(
  before: string,
  after: string,
  isNextLower?: boolean,
): { role: PriceRole; afterUsed: number } {
  const named = namedBefore(before);
  for (const [role, pattern] of AFTER) {
    const match = pattern.exec(after);
    if (!match) continue;
    if (isNextLower !== undefined && named !== role && isOfNext(before, after, role, isNextLower))
      continue;
    return { role, afterUsed: match[0].length };
  }
  return { role: named ?? 'plain', afterUsed: 0 };
}

/** The role of the last matching words before the amount; of matches that end together, that of the earlier rule. */
function namedBefore(before: string): PriceRole | null {
  let role: PriceRole | null = null;
  let end = 0;
  for (const [candidate, pattern] of BEFORE) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(before); match; match = pattern.exec(before)) {
      const matchEnd = match.index + match[0].length;
      if (matchEnd <= end || belongsToPercent(before.slice(matchEnd))) continue;
      role = candidate;
      end = matchEnd;
    }
  }
  const other = OTHER_PRICE.exec(before.slice(end));
  const isApart =
    role === null || (other && /[^\p{L}\s]/u.test(before.slice(end, end + other.index)));
  return other && isApart ? 'labelled' : role;
}

/** In "Save 20% $15.00" the word belongs to the percentage rather than the amount; in "Save 20% ($15.00)" to both. */
function belongsToPercent(rest: string): boolean {
  return /^[\s:]*(?:up to )?[\d.,]+ ?%(?! ?\( ?$)/.test(rest);
}
