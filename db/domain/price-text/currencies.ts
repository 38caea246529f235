/* Currencies as shops print them: an ISO 4217 code and the spellings that prove it. Shared ones ($, kr, Rs …) need a hint. */

/** Spellings that only one currency uses. */
const PROVING: Record<string, string> = {
  AUD: 'A$ AU$ AU-$ AUS$ AU',
  NZD: 'NZ$',
  USD: 'US$ USD$',
  CAD: 'C$ CA$ CAD$ CND',
  SGD: 'S$',
  HKD: 'HK$',
  TWD: 'NT$',
  MXN: 'MX$ Mex$',
  BRL: 'R$',
  JMD: 'J$',
  GYD: 'G$',
  BOB: 'Bs $b',
  FJD: 'FJ$',
  EUR: '€ euro euros',
  GBP: '£ ₤ stg',
  JPY: '円 JP¥',
  CNY: '元 RMB CN¥ 人民币',
  KRW: '₩ 원',
  TWD_: '圓',
  INR: '₹',
  PKR: '₨',
  RUB: '₽ руб руб. р. р Р Р. RUR Rbl',
  UAH: '₴ грн грн.',
  BYN: 'Br',
  BGN: 'лв лв.',
  CZK: 'Kč Kc',
  PLN: 'zł zl zł.',
  HUF: 'Ft',
  RON: 'lei leu',
  TRY: '₺ TL',
  ILS: "₪ nis ש'ח ש״ח ש''ח ש\"ח ש.ח ش.ج",
  VND: '₫ đ VNĐ',
  IDR: 'Rp Rp.',
  MYR: 'RM',
  THB: '฿ บาท',
  PHP: '₱ Php',
  MNT: '₮',
  KZT: '₸ тг',
  GEL_: 'ლ ლარი ₾',
  AMD: '֏',
  AZN: '₼',
  UZS: "so'm",
  AFN: '؋',
  IRR: 'تومان ریال',
  SAR: 'ر.س ريال SR',
  YER: 'ر.ي',
  AED: 'د.إ Dhs Dh درهم',
  KWD: 'د.ك KD دينار كويتي',
  BHD: '.د.ب د.ب BD',
  OMR: 'ر.ع.',
  QAR: 'ر.ق QR',
  JOD: 'د.أ د.ا JD دينار أردني',
  IQD: 'د.ع ID',
  LYD: 'ل.د LD',
  TND: 'د.ت DT',
  DZD: 'د.ج DA',
  MAD: 'د.م.',
  EGP: 'ج.م E£',
  SDG: 'ج.س. ج.س',
  LBP: 'ل.ل',
  ZAR: 'R',
  KES: 'KSh',
  TZS: 'TSh',
  UGX: 'USh',
  NGN: '₦',
  GHS: '₵ GH₵',
  ETB: 'ብር',
  ERN: 'ናቕፋ',
  MGA: 'Ar',
  AOA: 'kwz Kz',
  DJF: 'Fdj',
  KMF: 'CF',
  RWF: 'R₣',
  GTQ: 'Q q',
  PYG: '₲',
  CRC: '₡',
  PEN_: 'S/ S/.',
  VUV: 'VT Vt',
  MMK: 'Ks',
  MVR: 'Rf',
  MRU: 'UM',
  BTN: 'Nu Nu.',
  CHF: 'CHf Fr. SFr. SFr',
  RSD: 'дин дин.',
  MKD: 'ден ДЕН ден.',
  ALL_: 'Lek',
  HTG: 'G',
  PGK: 'K',
  BWP: 'P',
  SZL: 'E',
  INR_: 'Re',
};

/** Spellings that several currencies share. */
const SHARED: Record<string, readonly string[]> = {
  $: 'AUD USD NZD CAD SGD HKD TWD MXN ARS CLP COP FJD JMD GYD BBD BSD BZD XCD TTD NAD LRD SBD'.split(
    ' ',
  ),
  '¥': ['JPY', 'CNY'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  'kr.': ['DKK', 'SEK', 'NOK', 'ISK'],
  Kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  Rs: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  'Rs.': ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  '﷼': ['IRR', 'SAR', 'OMR', 'QAR', 'YER'],
};

const ISO_CODES = new Set(
  `AED AFN AMD AOA ARS AUD AZN BAM BBD BDT BGN BHD BIF BND BOB BRL BSD BTN BWP BYN BYR BZD CAD CDF CHF CLP CNY COP CRC CVE
  CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD GBP GEL GHS GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD
  JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MDL MGA MKD MMK MNT MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK
  NPR NZD OMR PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SLL SRD STD SVC SYP SZL THB TJS TMT TND TTD
  TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW`.split(/\s+/),
);

/** Ordinary letters and words that are a currency only when nothing but a number stands beside them: '1 Ft', 'R8,499'. */
export const WEAK_SPELLINGS: ReadonlySet<string> = new Set(
  "R K P E G Q q Re ID Br Bs Ft UM Ar Nu Nu. VT Vt Ks Rf DT LD KD JD BD DA SR QR TL RM CF Dh Kz S/ so'm stg р Р AU".split(
    ' ',
  ),
);

const isoBySpelling = new Map<string, string>();
for (const [code, spellings] of Object.entries(PROVING)) {
  for (const spelling of spellings.split(' ')) isoBySpelling.set(spelling, code.slice(0, 3));
}

/** Every spelling but bare ISO codes, longest first, for building patterns. */
export const SPELLINGS: readonly string[] = [...isoBySpelling.keys(), ...Object.keys(SHARED)].sort(
  (a, b) => b.length - a.length,
);

/** Codes that shops also print in small letters; the others would be read into ordinary words. */
const SMALL_CODES = [
  'aud',
  'nzd',
  'usd',
  'eur',
  'gbp',
  'pln',
  'mkd',
  'czk',
  'huf',
  'dkk',
  'sek',
  'nok',
  'chf',
];

/** ISO 4217 codes as they are printed in texts. */
export const PRINTED_CODES: readonly string[] = [...ISO_CODES, ...SMALL_CODES, 'Aud', 'Eur', 'Usd'];

const isCurrencyCode = (text: string) => ISO_CODES.has(text.toUpperCase());

/** ISO codes that the spelling may stand for, best known first; empty when it is none. One code means it is proven. */
export function codesOf(spelling: string): readonly string[] {
  if (/^[A-Za-z]{3}$/.test(spelling) && isCurrencyCode(spelling)) return [spelling.toUpperCase()];
  const compact = spelling.replace(/\s+/g, '');
  const proven = isoBySpelling.get(spelling) ?? isoBySpelling.get(compact);
  if (proven) return [proven];
  return SHARED[compact] ?? (/^lei$/i.test(compact) ? ['RON'] : []);
}

const THREE_DECIMALS = new Set(['KWD', 'BHD', 'OMR', 'JOD', 'TND', 'LYD', 'IQD']);
const DOT_IS_DECIMAL = new Set(['AUD', 'NZD']);

/** Whether '423.923' in this currency has three decimals rather than a grouped thousand: the dinars, and Australian usage. */
export function dotBeforeThreeDigitsIsDecimal(code: string | null): boolean {
  return code !== null && (THREE_DECIMALS.has(code) || DOT_IS_DECIMAL.has(code));
}
