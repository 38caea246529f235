import { SOLD_OUT } from '#domain/offers/stock-text.ts';
import { remembered } from '#domain/remembered.ts';

/*
 * The keys under which shops' own JSON states the fields of a product, normalised to lower-case letters and digits. The first key
 * with a usable value counts. The role of an amount follows from the words in its key.
 */

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

export const FIELD_KEYS = {
  name: names(
    'displayname productname name title productdisplayname producttitle itemname sellingname headline value label',
  ),
  url: names(
    'producturl url canonicalurl pdpurl pipurl link href uri permalink path urlkey slug handle',
  ),
  sku: names(
    'sku stockcode productcode partnumber articlenumber itemcode stylecode itemnumber code',
  ),
  /** Database ids; the product's code only if the shop states no other. */
  id: names('productid itemid variationid skuid id objectid'),
  gtin: names('gtin13 gtin gtin14 gtin12 gtin8 ean ean13 upc barcode apn isbn'),
  mpn: names('mpn manufacturerpartnumber modelnumber model'),
  brand: names('brand brandname manufacturer manufacturername itembrand productbrand vendor'),
  image: names(
    'image imageurl mainimageurl largeimagefile mediumimagefile primaryimage mainimage thumbnail images imageuris media featuredimage',
  ),
  description: names('description shortdescription longdescription summary'),
  category: names('category categoryname categorypath producttype department'),
  currency: names('currency currencycode pricecurrency currencyiso'),
  unit: names(
    'cupstring comparable unitpricetext priceperunit unitprice comparisondisplay unitpricestring',
  ),
  availability: names(
    'availability stockstatus availabilitystatus availabilitystate availstate inventorystatus stocklevelstatus stock listingstatus stocklevel stockindicator indicator status online',
  ),
  rating: names('averagerating ratingvalue ratingaverage average rating reviewrating stars'),
  ratingCount: names('reviewcount ratingcount totalreviews numberofreviews totalreviewcount'),
  seller: names('sellername vendorname merchantname soldby'),
  variants: names('variants variations skus selectedorfirstavailablevariant firstavailablevariant'),
} as const;

/** Keys of nested product descriptions. */
export const PRODUCT_HOLDERS = names(
  'product item node productdata data attributes attribute information identifiers derived source fields hit content raw extensionattributes mastervariant selectedvariant itemdata productsummary',
);

/** Branches with other products, options or site settings, never part of this product. */
export const FOREIGN_BRANCHES =
  /related|similar|recommend|alsobought|alsoviewed|upsell|crosssell|accessor|bundle(?!s?$)|carousel|recent|wishlist|cart|trolley|basket|navigation|menu|footer|header|facet|filter|breadcrumb|i18n|translation|feature_?flag|config|shipping|delivery|payment|instal|afterpay|zip/i;

/** Branches with promoted products, which count as the page's list only if it has no other. */
export const BESIDE_LISTS =
  /trending|popular|featured|best_?-?sell|top_?-?sell|you_?may|also_?like|complement|staff_?picks/i;

/**
 * The role of an amount. `now`: today's price. `sale`: a reduced one. `price`: one that no further word explains. `list`: the usual
 * one. `was`: the former one. `low`, `high`: the ends of a range. `member`: one with a condition.
 */
export type KeyRole = 'now' | 'sale' | 'price' | 'list' | 'was' | 'low' | 'high' | 'member';

const MEMBER = /^(?!non).*(?:member|club|loyal|reward|vip)/;
/** Conditional prices, discounts, fees, prices of other things or times, and keys that are no amounts. */
const OTHER = new RegExp(
  [
    'subscri|trade|wholesale|staff|b2b|business|student|senior|points?$|coins?$',
    'bulk|case|carton|dozen|tier|volume|multi|bundle|unit|(?<!up)per(?!manent|cent)|comparison|comparable|cup|normali|kilo|kg$|litre|ladder|whole',
    '(?<!dis)card(?:price)?$|sav(?:e|ing)|off$|^discounts?$|percent|pct|rate|ratio|(?:discount|promo)(?:amount|value)|rebate|cashback|coupon|voucher',
    'instal|month|week|day|finance|(?<!cur)rent|(?<!re)lease|deposit|bond|shipping|deliver|freight|postage|surcharge|fee|handling',
    'instore|cost|purchase|supplier|omnibus|lowest\\d|histor|average|avg|median|estimate|approx|market(?!ing)|guide',
    'future|next|upcoming|bid|reserve|auction|option|addon|extra|delta|diff|adjust|modifier|total|insur|warrant',
    'date|(?<!one)time|valid|until|expir|(?<!dis)count|rank|score|index|sort|filter|bucket|facet|update|change|alert|match|guarantee',
    'ex(?:cl?|cluding)?(?:gst|tax|vat)|excl?$|(?<=price)ex$|convert|(?:before|without|pre)(?:gst|tax|vat)|(?<!o)(?<!inter)net|(?<!incl?|including|with)(?:gst|tax|vat)(?:amount|value)?$',
    '^(?:usd|eur|gbp|nzd|cny|jpy|hkd|sgd|inr)|(?:usd|eur|gbp|nzd|cny|jpy|hkd|sgd|inr)$|(?:id|ids|type|code|name|book|group|limit|dollars)$',
  ].join('|'),
);
const LOW = /min(?!or|us|t)|low(?:est|er)?|from|start/;
const HIGH = /max(?:imum)?|high(?:est|er)?|upper|upto|^to(?=price)|(?<=price)to$|^stop$/;
const BEFORE =
  /ticket|was|old|prev|prior|before|orig|undiscount|withoutdiscount|strike|struck|cross|compar|pre(?:discount|sale)|listprice(?:from|to|min|max)/;
const NOW = /now|current|today|actual|final|effective|sell/;
const LOWERED = /sale|special|promo|offer|deal|discount|reduced|markdown|clearance|campaign/;
const LISTED = /reg|list|srp|rrp|msrp|mrp|full|normal|standard|retail|base/;
const PRICE =
  /pric|rrp|msrp|mrp|(?:current|reg|regular|sale|now|original)retail|retail(?:now|reg|min|max)?$/;
/** Neutral names of amounts within an object of prices. */
const PLAIN =
  /^(?:value|amount|numeral|calculated|gross|display|formatted|default|aud|text$|string$|label$|inc|incgst|cent|cents)/;
/** Keys of prices without the word "price". */
const ALONE =
  /^(?:now|was|regular|strikethrough|offers?|amounts|sellers|buybox|winner|sale(?:info|details)|compareat(?:min|max|(?:in)?cents)?)$/;
/** Excludes ids: "$Product:5521.priceRange". */
const WORDS = /^[a-z]+$/;

/** Returns the role of an amount by its normalised key among a product's fields; null if it is not a price. */
export const keyRole = remembered((key): KeyRole | null =>
  (PRICE.test(key) && WORDS.test(key)) || ALONE.test(key) ? roleWithin(key) : null,
);

/** Like `keyRole`, within an object of prices, where keys may omit "price". */
export const roleWithin = remembered((key): KeyRole | null => {
  if (
    /^(?:(?:product|sku|item)?prices?(?:list|info)?|pricing|offers?|amounts|sellers|commertialoffer|buybox|winner)$/.test(
      key,
    )
  )
    return 'price';
  if (OTHER.test(key)) return null;
  if (MEMBER.test(key)) return 'member';
  if (BEFORE.test(key)) return 'was';
  if (LOW.test(key)) return 'low';
  if (HIGH.test(key)) return 'high';
  if (NOW.test(key)) return 'now';
  if (LOWERED.test(key)) return 'sale';
  if (LISTED.test(key)) return 'list';
  return PRICE.test(key) || PLAIN.test(key) ? 'price' : null;
});

const BUY =
  /add (?:\w+ )?to (?:my |your |the |shopping )*(?:cart|basket|bag|trolley|order)|buy (?:it )?now|^pre-?order(?: (?:it )?now)?$|add$|^buy$|^order now$/i;
const BUY_LABEL =
  /add-?_?to-?_?(?:cart|basket|bag|trolley)|(?:^|[\s_-])(?:atc|buy-?now|button-?cart|btn-?cart|cart-?button|buy-?button|to-?basket|to-?cart)(?:$|[\s_-])|buyNow/i;

/** A button's text for screen readers: "Add", then "add Blue Kettle 1.7L to trolley". */
const ADD_NAMED =
  /^(?:add\s?)?add\b.{2,120}\bto (?:my |your |the )?(?:cart|basket|bag|trolley|order)$/i;

/** An invitation to choose, on a button or as the first of a list's options. */
export const SELECT_FIRST =
  /\b(?:select|choose|pick)\b.{0,20}\b(?:size|variant|colou?r|options?|vehicle|model|style)\b/i;
/** On a disabled buy button: sold out, or until an option is selected. */
export const DEAD_BUTTON = new RegExp(`${SOLD_OUT.source}|${SELECT_FIRST.source}`, 'i');

/** True when a button's text or label offers to buy. */
export function isBuyButton(text: string, label: string): boolean {
  return (
    (text.length < 60 && BUY.test(text.replace(/[^\p{L}]+$/u, '').trim())) ||
    (text.length < 160 && ADD_NAMED.test(text)) ||
    (text.length < 160 && BUY_LABEL.test(label))
  );
}

/*
 * Texts and code of bot walls, queues and closed shops.
 */

const anyOf = (patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'i');

const YOU_ARE = `you(?:['’]?re| are| were| might be)`;

/** Texts of walls, which count only on pages with little other text. */
export const WALL_TEXT = anyOf([
  // Bot checks.
  `${YOU_ARE} (?:not )?(?:an? )?(?:human|robot|bot|(?:real|actual) person)\\b`,
  'look(?:s|ed)? (?:like a (?:robot|bot)|automated)\\b',
  'are you (?:an? )?(?:human|robot|bot)\\b',
  'not a (?:robot|bot)\\b|robot or human|bot or not',
  '(?:human|bot|robot) (?:verification|detection|check)\\b|prove your humanity',
  'press (?:&|&amp;|and) hold|hold the button to confirm',
  'verification required|verify(?:ing)? (?:your|the) (?:browser|connection|identity)',
  '(?:connection|browser) needs to be (?:verified|checked)|review the security of your connection',
  '(?:additional|complete (?:the|a)) security check|security check(?:point)?\\b|checking your browser',
  'pardon our interruption|just a moment\\.\\.\\.|attention required|^client challenge$|required part of this site could|ddos protection',
  'type the characters you see|(?:solve|complete) (?:this|the) captcha|sorry, we just need to make sure',
  'unusual (?:traffic|activity) (?:coming )?(?:from|on)|activity and behaviou?r on this site|automated (?:access|queries|requests)',
  'enable js and disable|enable javascript and cookies|enable cookies to continue',
  // Refusals.
  'access (?:to (?:this|the) [\\w ]{2,20} )?(?:has been |is |was )?(?:denied|forbidden)',
  '(?:using|through|behind) an? (?:vpn|proxy)\\b',
  'you (?:have been|are|were) (?:temporarily )?(?:blocked|banned)|banned you (?:temporarily )?from',
  'request (?:has been |was )?(?:flagged|identified) as|flagged as (?:potentially )?(?:automated|a (?:ro)?bot)',
  'incapsula incident|_incapsula_resource',
  'access restricted|access to this (?:web)?(?:site|page) .{0,40}restricted',
  'request (?:was |is |has been )?(?:blocked|rejected)|request unsuccessful|requested url was rejected',
  "request could not be satisfied|you don['’]t have permission to access",
  '\\b403 (?:error|forbidden)\\b|^\\W*forbidden\\W*$|error 10[12]\\d\\b',
  '(?:site|store|shop|page|content|service) is (?:currently )?(?:not available|unavailable) in your (?:country|region|location|area)',
  'block access from your country|not (?:currently )?ship(?:ping)? to your country',
  // Rate limits, queues and maintenance.
  'too many requests|being rate limited|rate limit exceeded',
  `${YOU_ARE} (?:now )?in (?:the |a )?(?:virtual )?(?:line|queue)\\b|waiting room|place in (?:the )?(?:line|queue)|people ahead of you|let you in (?:as soon as|when)`,
  '(?:number|position) in (?:the )?(?:line|queue)|estimated wait(?:ing)? time',
  '(?:scheduled|planned|routine|essential|site|under(?:going)?|down for) maintenance|maintenance (?:mode|downtime)',
  "we['’]ll be (?:right )?back (?:soon|shortly|online)|back online (?:soon|shortly)",
  'service (?:is )?(?:temporarily )?unavailable|temporarily unable to service|bad gateway|gateway time-?out',
  "error code:? 5\\d\\d\\b|web server is (?:down|returning)|(?:page|site) will (?:automatically )?(?:reload|refresh)|when it['’]s your turn",
  '(?:web)?(?:site|shop|store) is (?:currently |temporarily )?(?:offline|down) (?:while|for|as)\\b',
  'guru meditation|backend fetch failed|internal server error|(?:shop|store) is (?:currently |temporarily )?(?:closed|unavailable)',
]);

/**
 * Texts of gates that a shopper passes with one click, and of shops that have not opened. Shops' own pages contain them too, so they
 * count only on pages that print little else.
 */
export const GATE_TEXT = anyOf([
  'are you (?:over|at least|aged?) (?:18|21|eighteen)|(?:legal|lawful) drinking age|(?:age|date of birth) verification|verify your age',
  '(?:select|choose|confirm) your (?:location|region|country|shipping (?:country|destination))|where (?:are you|should we ship)',
  'enter (?:store )?(?:using|with) (?:a )?password|opening soon|launching soon|password protected',
  'browser is (?:not|no longer) supported|(?:update|upgrade) your browser',
  'your privacy choices|(?:accept|manage)(?: or manage)? (?:all )?cookies|cookie (?:settings|preferences|consent)',
]);

/** Code that occurs only in challenges. */
export const CHALLENGE_CODE =
  /cf_chl_(?!(?:\w{1,8}_)?tk)|jschl_vc|challenge-platform\/[^"'\s]{0,40}orchestrate|sec-if-cpt|cp_challenge|bm-verify|px-captcha|captcha-delivery\.com|gokuProps|ak_bmsc_challenge|distil_r_captcha/i;

/** Code of bot guards that occurs on shops' own pages too. */
export const GUARD_CODE =
  /_Incapsula_Resource|_pxAppId|challenges\.cloudflare\.com|awswaf|KPSDK|queue-it\.net|google\.com\/recaptcha|hcaptcha\.com/i;

/** Refusals of bot guards in JSON. */
export const REFUSED_ANSWER =
  /captcha-delivery\.com|"blockScript"|"sec-cp-challenge"|"cpr_chlge"|"(?:message|error|title|detail|reason|description)"\s*:\s*"[^"]{0,30}(?:forbidden|access denied|not authori[sz]ed to access|too many requests|rate limit|request (?:was )?(?:blocked|rejected)|captcha|are you a (?:human|robot))/i;

/*
 * Words in the labels of price elements.
 */

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
export const LABEL = {
  was: wordSet(
    'was old rrp rrpprice msrp strike strikethrough striked crossed stroke linethrough wasprice oldprice',
  ),
  /** "Was" only next to "price", and only beside a lower price: many shops call their only price "regular". */
  wasPrice: wordSet(
    'before compare previous original orig regular reg ticket list market normal retail full standard secondary',
  ),
  /** The subset that also counts inside an element labelled as a price. */
  earlier: wordSet('before previous original orig'),
  now: wordSet(
    'now sale discount discounted reduced markdown special current final today promo offer actual our selling',
  ),
  other: wordSet(
    'unit measure cup comparison installment instalment installments instalments afterpay zip klarna laybuy finance monthly month ship shipping delivery postage freight save saving savings saved discount off threshold deposit points cashback coupon',
  ),
  /** The tax, or the price before it, unless a word of `withTax` is present. */
  tax: wordSet('tax vat gst'),
  withTax: wordSet('with inc incl including included'),
  member: wordSet('member members club loyalty rewards vip subscribe subscription sns'),
};

/** Words in the labels of elements that name the brand. */
export const BRAND_WORDS = wordSet('brand brandname brandlogo manufacturer vendor');

/** "$5.39 /0.9 kg", "$3 / 3 pack": the price of the very piece or pack, not of a unit that shops compare by. */
export const PIECE_WEIGHT = /\/\s*(?:0?\.\d+\s*(?:kg|l)|\d+[\s-]*(?:pack|pk|pcs|pieces|set))\b/i;

/** "($15.00/bottle)" beside the price of a dozen, "+ $4.90" beside that without delivery. */
export const PRICE_ASIDE = /^\([^()]*\d\s*(?:\/|per\b|each\b|ea\b)[^()]*\)$|^\+/i;

/** The shop's own word for its everyday price: the "was" where a lower one is printed with it. */
export const REGULAR =
  /\b(?:(?:regular(?:ly)?|normal|everyday|reg\.?)(?: price)?|retail(?: price)?|(?:full|typical) price|base price with tax)\W*$/i;

/** A sentence that ends before the amount: "It was made by hand." Abbreviations ("R.R.P.") do not end one. */
export const ENDED = /(?<!\S)(?:\S+\s+){3}[^\s.]*[.!?…]+\s*$/;

/** The first of the prices by quantity: "1+ $79.95". */
export const FIRST_PIECE = /(?:^|\D)1 ?\+ ?$/;

/** Misleading labels: a list of prices, a price "with list price" or per item, and whole blocks ("price and shipping", "shipping taxable"). */
export const PRICE_LIST =
  /(price)[-_]?list(?![a-z])|(price)[-_]per[-_](?:sellable[-_]unit|item|each|piece)(?![a-z])|with[-_]?(?:list|old|was|regular)[-_]?price|(?<=compare)[-_]at(?=[-_]price)|[-_]and[-_](?:shipping|delivery)|shipping-taxable|one[-_]?off/gi;

/** Says that no amount is today's price. */
export const WITHOUT_PRICE =
  /^\W*(?:p\.?o\.?a\.?|price (?:on|upon) (?:application|request|enquiry)|(?:call|contact us|enquire|ask) for (?:a )?(?:price|pricing|quote)|it['’]s free)\W*$/i;

/** The heading of a column of prices by quantity: "10+", "1 - 9", "5 or more". */
export const QUANTITY = /^\s*(\d+)\s*(?:\+|-\s*\d+|or more)\s*$/;
