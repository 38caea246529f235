/*
 * How shops name the fields of a product in their own JSON: keys in small letters and digits alone. Of the names of a field the
 * first with a usable value counts. What a key says of an amount is told by the words in it.
 */
import { remembered } from '../values/nodes.ts';

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

export const FIELD_KEYS = {
  name: names(
    'displayname productname name title productdisplayname producttitle itemname sellingname value label',
  ),
  url: names('producturl url canonicalurl pdpurl link href uri permalink path urlkey slug handle'),
  sku: names(
    'sku stockcode productcode partnumber articlenumber itemcode stylecode itemnumber code',
  ),
  /** Numbers of the shop's database: its code only where it states no other. */
  id: names('productid itemid variationid skuid id objectid'),
  gtin: names('gtin gtin13 gtin14 gtin12 ean ean13 upc barcode apn'),
  mpn: names('mpn manufacturerpartnumber modelnumber model'),
  brand: names('brand brandname manufacturer manufacturername itembrand productbrand vendor'),
  image: names(
    'image imageurl largeimagefile mediumimagefile primaryimage mainimage thumbnail images imageuris media featuredimage',
  ),
  description: names('description shortdescription longdescription summary'),
  category: names('category categoryname categorypath producttype department'),
  currency: names('currency currencycode pricecurrency currencyiso'),
  unit: names(
    'cupstring comparable unitpricetext priceperunit unitprice comparisondisplay unitpricestring',
  ),
  availability: names(
    'availability stockstatus availabilitystatus inventorystatus stocklevelstatus stock listingstatus stocklevel indicator status',
  ),
  rating: names('averagerating ratingvalue ratingaverage average rating reviewrating stars'),
  ratingCount: names('reviewcount ratingcount totalreviews numberofreviews totalreviewcount'),
  seller: names('sellername vendorname merchantname soldby'),
  variants: names('variants variations skus selectedorfirstavailablevariant firstavailablevariant'),
} as const;

/** Where shops nest what describes a product. */
export const PRODUCT_HOLDERS = names(
  'product item node productdata data attributes information identifiers derived source fields hit content raw extensionattributes mastervariant selectedvariant itemdata productsummary',
);

/** Branches that hold other products, options or the site's own settings: never part of this product. */
export const FOREIGN_BRANCHES =
  /related|similar|recommend|alsobought|alsoviewed|upsell|crosssell|accessor|bundle(?!s?$)|carousel|recent|wishlist|cart|trolley|basket|navigation|menu|footer|header|facet|filter|breadcrumb|i18n|translation|feature_?flag|config|shipping|delivery|payment|instal|afterpay|zip/i;

/** What a shop sells best or would rather sell: the page's own list only where there is no other. */
export const BESIDE_LISTS =
  /trending|popular|best_?-?sell|top_?-?sell|you_?may|also_?like|complement|staff_?picks/i;

/** What an amount stands for: today's price, a lowered one, one that no word explains, the usual one, the one before, an end of a range, with a condition. */
export type KeyRole = 'now' | 'sale' | 'price' | 'list' | 'was' | 'low' | 'high' | 'member';

const MEMBER = /^(?!non).*(?:member|club|loyal|reward|vip)/;
/** A price with a condition, an amount off, a fee, a price of something else or of another time, and what is no amount at all. */
const OTHER = new RegExp(
  [
    'subscri|trade|wholesale|staff|b2b|business|student|senior|points?$|coins?$',
    'bulk|case|carton|dozen|tier|volume|multi|bundle|unit|(?<!up)per(?!manent|cent)|comparison|comparable|cup|normali|kilo|kg$|litre|ladder|whole',
    'sav(?:e|ing)|off$|^discounts?$|percent|pct|rate|ratio|(?:discount|promo)(?:amount|value)|rebate|cashback|coupon|voucher',
    'instal|month|week|day|finance|(?<!cur)rent|(?<!re)lease|deposit|bond|shipping|deliver|freight|postage|surcharge|fee|handling',
    'instore|cost|purchase|supplier|omnibus|lowest\\d|histor|average|avg|median|estimate|approx|market(?!ing)|guide',
    'future|next|upcoming|bid|reserve|auction|option|addon|extra|delta|diff|adjust|modifier|total|insur|warrant',
    'date|(?<!one)time|valid|until|expir|(?<!dis)count|rank|score|index|sort|filter|bucket|facet|update|change|alert|match|guarantee',
    'ex(?:cl?|cluding)?(?:gst|tax|vat)|excl?$|(?<=price)ex$|convert|(?:before|without|pre)(?:gst|tax|vat)|(?<!o)(?<!inter)net|(?<!incl?|including|with)(?:gst|tax|vat)(?:amount|value)?$',
    '^(?:usd|eur|gbp|nzd|cny|jpy|hkd|sgd|inr)|(?:usd|eur|gbp|nzd|cny|jpy|hkd|sgd|inr)$|(?:id|ids|type|code|name|book|group|limit|dollars)$',
  ].join('|'),
);
const LOW = /min(?!or|us|t)|low(?:est|er)?|from|start/;
const HIGH = /max(?:imum)?|high(?:est|er)?|upper|upto|^to(?=price)|^stop$/;
const BEFORE =
  /ticket|was|old|prev|prior|before|orig|undiscount|strike|struck|cross|compar|pre(?:discount|sale)|listprice(?:from|min|max)/;
const NOW = /now|current|today|actual|final|effective|sell/;
const LOWERED = /sale|special|promo|offer|deal|discount|reduced|markdown|clearance|campaign/;
const LISTED = /reg|list|rrp|msrp|mrp|full|normal|standard|retail|base/;
const PRICE =
  /pric|rrp|msrp|mrp|(?:current|reg|regular|sale|now|original)retail|retail(?:now|reg|min|max)?$/;
/** What an object of prices calls an amount that no word explains. */
const PLAIN =
  /^(?:value|amount|calculated|gross|display|formatted|default|aud|text$|string$|label$|inc|incgst|cent|cents)/;
/** What says what it is without the word. */
const ALONE =
  /^(?:now|was|regular|strikethrough|offers?|amounts|sellers|buybox|winner|sale(?:info|details)|compareat(?:min|max)?)$/;
/** A key that is no name but an id: "$Product:5521.priceRange". */
const WORDS = /^[a-z]+$/;

/** The role of the amounts under a normalised key beside a product's other fields; null for all that is no price of it. */
export const keyRole = remembered((key): KeyRole | null =>
  (PRICE.test(key) && WORDS.test(key)) || ALONE.test(key) ? roleWithin(key) : null,
);

/** The same within an object that holds prices alone, where a key need not say "price". */
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
