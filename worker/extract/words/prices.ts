/*
 * Words in the labels of elements that hold a price: what shops' authors call it.
 */

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
export const WAS_WORDS = wordSet(
  'was old rrp rrpprice msrp strike strikethrough striked crossed stroke linethrough wasprice oldprice',
);
/** These mean "was" only as the name of a price, and only beside a lower one: many shops call their one price "regular". */
export const WAS_PRICE_WORDS = wordSet(
  'before compare previous original regular list normal retail full standard secondary',
);
/** Of them, what authors also call their layout by, unless it stands beside the word for a price: "product-details-full-content-price". */
export const LAYOUT_WORDS = wordSet('full list standard secondary normal');
/** Of them, what says so in a box called a price, whatever the shop calls its one price. */
export const EARLIER_WORDS = wordSet('before previous original');
export const NOW_WORDS = wordSet(
  'now sale discount discounted reduced special current final today promo offer actual our selling',
);
export const OTHER_WORDS = wordSet(
  'unit measure cup comparison installment instalment installments instalments afterpay zip klarna laybuy finance monthly month ship shipping delivery postage freight save saving savings saved discount off threshold deposit points cashback coupon',
);
/** Of the tax itself, or the price before it, unless the label says that it is in the price. */
export const TAX_WORDS = wordSet('tax vat gst');
export const WITH_WORDS = wordSet('with inc incl including included');
export const MEMBER_WORDS = wordSet(
  'member members club loyalty rewards vip subscribe subscription sns',
);

/** Between two prices of a range, neither of which is this article's. */
export const RANGE = /^\s*(?:-|–|—|~|to|through|until|till)\s*$/i;

/** Before the low end of a range, which is nobody's price. */
export const FROM =
  /(?<!\p{L})(?:from|starting (?:at|from)|starts (?:at|from)|as low as|starting price)(?: only| just)?\W*$/iu;
/** Europe's shops must print the lowest price of the month before a sale: it is neither today's price nor the "was". */
export const LOWEST_LATELY = /(?:30|thirty)\s(?:last )?days\P{Sc}{0,40}$/iu;
