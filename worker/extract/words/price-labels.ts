/*
 * Words in the labels of elements that hold a price: what shops' authors call it.
 */

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
export const WAS_WORDS = wordSet(
  'was old rrp rrpprice msrp strike strikethrough striked crossed stroke linethrough wasprice oldprice anterior antes uvp streichpreis barre barré ancien vecchio',
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
/** The same in other languages, where they stand beside their word for a price. */
export const FOREIGN_PRICE_WORDS = wordSet('preis prijs pris prix precio prezzo cena');
export const FOREIGN_OLD_WORDS = wordSet(
  'alt alter oude gammel ancien anterior vecchio stara puvodni',
);
export const FOREIGN_NEW_WORDS = wordSet(
  'neu neuer nieuwe ny nouveau actuel actual nuevo attuale aktualna',
);
/** Of the tax itself, or the price before it, unless the label says that it is in the price. */
export const TAX_WORDS = wordSet('tax vat gst');
export const WITH_WORDS = wordSet('with inc incl including included');
export const MEMBER_WORDS = wordSet(
  'member members club loyalty rewards vip subscribe subscription sns',
);
