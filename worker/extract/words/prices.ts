/** Words of other languages that price-text, made for Australian shops, does not read. */
export const FOREIGN_WAS = new RegExp(
  `(?<!\\p{L})(?:${[
    'unverb\\.?|preisempf\\.?|uvp|statt|bisher|(?:ursprünglicher |alter )?preis war|(?:alter|regulärer|früherer) preis|listenpreis',
    'prix (?:conseillé|barré|initial|public|normal|habituel|de base)(?: était)?|ancien prix|au lieu de',
    'antes|precio (?:anterior|original|habitual|de lista)(?: era)?|pvpr|preço (?:antigo|original)(?: era)?',
    'prezzo (?:consigliato|precedente|originale|di listino|pieno)(?: era)?|anziché|invece di',
    'adviesprijs|(?:oorspronkelijke|oude|normale) prijs(?: was)?|normalpris|ord(?:inarie|\\.)? ?pris|tidigare(?: pris)?|ursprungliga priset var|(?:vejl|veil|rek)\\.? ?pris|førpris|før|oprindelige? pris(?: var)?|opprinnelig pris(?: var)?|alkuperäinen hinta(?: oli)?|aiemmin',
    'původn[íě](?: cena)?(?: byla)?|(?:běžná|bežná|pôvodná|doporučená|katalogová) cena|(?:pierwotna|poprzednia|stara) cena(?: wynosiła)?|cena (?:regularna|katalogowa|pierwotna)',
    'eredeti ár|korábbi ár|prețul inițial a fost|preț vechi|eski fiyat[ıi]?|αρχική τιμή|старая цена|первоначальная цена(?: составляла)?|было',
    '原價|原价|定價|定価|市價|通常価格|参考価格|希望小売価格|元の価格は|정가|소비자가|정상가|מחיר (?:קודם|רגיל)|normal',
  ].join('|')})\\W*$`,
  'iu',
);
/** Europe's shops must print the lowest price of the month before a sale: it is neither today's price nor the "was". */
export const LOWEST_LATELY =
  /(?:30|dreißig|trente|thirty|treinta|trenta)\s(?:letzten\s)?(?:days|tage|jours|días|dias|giorni|dagen|dagar|dage|dni|dní|nap|zile|päivä|ημερών|дней)\P{Sc}{0,40}$/iu;
/** Delivery, savings and prices before tax, in words before the amount. */
export const FOREIGN_OTHER =
  /(?<!\p{L})(?:versand|bestell\p{L}*|lieferung|livraison|spedizione|envío|frete|frakt|dostava|доставка|משלוח|免運|sparen|ersparnis|économie|ahorr\p{L}*|現省|省|brez ddv|ohne mwst)\D{0,40}$/iu;

/** Between two prices of a range, neither of which is this article's. */
export const RANGE = /^\s*(?:-|–|—|~|to|through|until|bis|à|a|tot|do|até|hasta|till|до)\s*$/i;

/** Before the low end of a range, which is nobody's price. */
export const FROM =
  /(?<!\p{L})(?:from|starting (?:at|from)|starts (?:at|from)|as low as|starting price|ab|desde|dès|à partir de|a partire da|od)(?: only| just)?\W*$/iu;
