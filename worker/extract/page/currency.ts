import { readCurrency } from '../values/amount.ts';
import { metaOf, type PageDocument } from './document.ts';

/** Country ends of host names whose shops mean their own money by a bare number or sign. */
const COUNTRY_CURRENCIES: Record<string, string> = {
  ...{ au: 'AUD', nz: 'NZD', ca: 'CAD', sg: 'SGD', hk: 'HKD', us: 'USD', uk: 'GBP', in: 'INR' },
  ...{ za: 'ZAR', ie: 'EUR', de: 'EUR', fr: 'EUR', it: 'EUR', es: 'EUR', nl: 'EUR', at: 'EUR' },
};
/** Regions in a page's language tag ('en-AU'); trusted after the host name. */
const LANGUAGE_REGIONS: Record<string, string> = {
  au: 'AUD',
  nz: 'NZD',
  ca: 'CAD',
  us: 'USD',
  gb: 'GBP',
};

const CURRENCY_WORD = /urrency|URRENCY/g;
/** What follows the word: `":"AUD"`, `Code: 'AUD'`, `\\":\\"AUD\\"`. */
const CURRENCY_VALUE = /^_?(?:code|iso)?\\?["']?\s*[:=]\s*\\?["']([A-Z]{3})\\?["']/i;

/**
 * The currency that a page as a whole proves, for prices printed without one: stated by its metas or scripts, else its
 * country. Null when nothing proves it, as for a bare '$' on a .com.
 */
export function readPageCurrency(page: PageDocument, body: string, pageUrl: string): string | null {
  const meta = metaOf(
    page,
    'product:price:currency',
    'og:price:currency',
    'currency',
    'pricecurrency',
  );
  return (
    readCurrency(meta) ?? currencyInScripts(body) ?? hostCurrency(pageUrl) ?? languageCurrency(page)
  );
}

/** The ISO code that the host name's country end implies; null for .com and its like. */
export function hostCurrency(pageUrl: string): string | null {
  const end = URL.parse(pageUrl)?.hostname.split('.').at(-1) ?? '';
  return COUNTRY_CURRENCIES[end] ?? null;
}

/** The one code that the page's scripts and attributes name as a currency; null when they name several. */
function currencyInScripts(body: string): string | null {
  let only: string | null = null;
  CURRENCY_WORD.lastIndex = 0;
  while (CURRENCY_WORD.test(body)) {
    const from = CURRENCY_WORD.lastIndex;
    const stated = CURRENCY_VALUE.exec(body.slice(from, from + 24));
    const code = stated ? readCurrency(stated[1]) : null;
    if (code && only && code !== only) return null;
    only ??= code;
  }
  return only;
}

function languageCurrency(page: PageDocument): string | null {
  const html = page.elements.find((element) => element.name === 'html');
  const tag = html?.attribs['lang'] ?? metaOf(page, 'og:locale') ?? '';
  return LANGUAGE_REGIONS[/[-_]([a-z]{2})$/i.exec(tag)?.[1]?.toLowerCase() ?? ''] ?? null;
}
