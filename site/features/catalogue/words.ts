/* What public pages say in sentences, each from figures that were observed; a sentence without its figures is left out. */
import { isInStock } from '#domain/offers/availability.ts';
import { counted } from '#domain/text/counted.ts';
import { dayText } from '#domain/text/day-text.ts';
import { SHOPPERS_ZONE } from '#domain/time.ts';
import type { PublicCategory } from '#site/server/public-pages/category.ts';
import type { PublicProduct } from '#site/server/public-pages/product.ts';
import type { PublicRetailer } from '#site/server/public-pages/retailer.ts';
import { audText } from '#site/ui/price-text.ts';

const YEAR = new Intl.DateTimeFormat('en-AU', { year: 'numeric', timeZone: SHOPPERS_ZONE });

const MOMENT = new Intl.DateTimeFormat('en-AU', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: SHOPPERS_ZONE,
});

/** '23 Nov 2026, 2:31 pm', in Sydney. */
export function momentText(ms: number): string {
  return MOMENT.format(ms);
}

/** 'Coffee Machines' → 'coffee machines', 'TVs' stays: a category's name within a sentence. */
export function withinSentence(name: string): string {
  return name.replace(/\S+/g, (word) => (/[A-Z].*[A-Z]/.test(word) ? word : word.toLowerCase()));
}

/** '3 May', with its year where that is not the year of `now`: a year ago today is no mere '21 November'. */
export function sinceText(iso: string, now: string): string {
  const year = YEAR.format(Date.parse(iso));
  return year === YEAR.format(Date.parse(now))
    ? dayText(Date.parse(iso))
    : `${dayText(Date.parse(iso))} ${year}`;
}

/** Who sells a product and how far their prices lie apart. */
export function spreadSentence({ detail }: Pick<PublicProduct, 'detail'>): string {
  const { lowest, highest, shops, dearest, isBuyable, isStated } = askedPrices(detail.offers);
  const [cheapest] = shops;
  if (cheapest === undefined) return '';
  const least = audText(lowest);
  if (!isBuyable) {
    const who = shops.length < 2 ? 'One lists it' : `${shops.length} list it`;
    const upTo = highest > lowest ? `, others up to ${audText(highest)}` : '';
    return `No Australian shop we read says that it is in stock. ${who}: ${cheapest} asks ${least}${upTo}.`;
  }
  if (shops.length < 2)
    return `One Australian shop we read ${isStated ? 'has' : 'lists'} it: ${cheapest}, for ${least}.`;
  const many = counted(shops.length, 'Australian shop');
  if (lowest === highest) return `${many} ${isStated ? 'have it' : 'list it'}, all for ${least}.`;
  return `${many} ${isStated ? 'have it now' : 'list it'}, from ${least} at ${cheapest} to ${audText(highest)} at ${dearest}: the same product, ${audText(highest - lowest)} apart.`;
}

/** A product's name where a bar would be taken for the one before the site's name: 'Chips | 165g' → 'Chips, 165g'. */
function nameInHead(name: string): string {
  return name.replace(/\s*\|\s*/g, ', ');
}

/** The head of a product's page, its price first: 'Kettle 1.7L: $49.00 to $69.00 at 3 shops'. */
export function productTitle({ detail }: Pick<PublicProduct, 'detail'>): string {
  const { lowest, highest, shops, isBuyable } = askedPrices(detail.offers);
  const name = nameInHead(detail.name);
  if (!isBuyable) return `${name}: price history, ${counted(shops.length, 'shop')}`;
  const asked = lowest === highest ? audText(lowest) : `${audText(lowest)} to ${audText(highest)}`;
  return `${name}: ${asked} at ${counted(shops.length, 'shop')}`;
}

/** What a search engine may show under the head: the prices, who asks them, and what else the page has. */
export function productDescription({ detail }: Pick<PublicProduct, 'detail'>): string {
  const { lowest, highest, shops, dearest, isBuyable } = askedPrices(detail.offers);
  const name = nameInHead(detail.name);
  const [cheapest = ''] = shops;
  if (!isBuyable) {
    return `${name}: no Australian shop we read says that it is in stock. Who lists it, and a year of its prices.`;
  }
  const asked =
    lowest < highest
      ? `from ${audText(lowest)} (${cheapest}) to ${audText(highest)} (${dearest}) at ${counted(shops.length, 'Australian shop')}`
      : `${audText(lowest)} at ${shops.length === 1 ? cheapest : `each of ${shops.length} Australian shops`}`;
  return `${name} costs ${asked}. A year of its prices shows whether that is good.`;
}

/** Of the offers that count, those that can be bought or else all: the prices and who asks them, cheapest first. */
function askedPrices(offers: PublicProduct['detail']['offers']) {
  const buyable = offers.filter((offer) => offer.canBuy);
  const counting = buyable.length > 0 ? buyable : offers;
  const prices = counting.map((offer) => offer.currentPrice);
  return {
    lowest: Math.min(...prices),
    highest: Math.max(...prices),
    shops: [...new Set(counting.map((offer) => offer.retailer.name))],
    dearest: counting.at(-1)?.retailer.name ?? '',
    isBuyable: buyable.length > 0,
    /** Every one of them says that it has the product. */
    isStated: counting.every(({ availability }) => isInStock(availability)),
  };
}

/** The readings at which a price changed, of readings oldest first: at others the stock changed, or the sign. */
export function pricesCharged<Reading extends { price: number }>(readings: readonly Reading[]) {
  return readings.filter(({ price }, index) => price !== readings[index - 1]?.price);
}

/** Where today's price stands in the last year; '' while nothing was observed. */
export function historySentence({ history }: Pick<PublicProduct, 'history'>): string {
  const { isEstimate, low, high, average, today } = history;
  if (isEstimate || today === null) return '';
  if (low === high)
    return `Its best price has been ${audText(low)} for as long as we have watched it.`;
  const since = sinceText(history.points[0]?.date ?? history.from, history.to);
  return `Since ${since} the best price has ranged from ${audText(low)} to ${audText(high)} and averaged ${audText(average)}. Today it is ${audText(today)}.`;
}

/** What a category costs and who sells it. */
export function categorySentences(category: PublicCategory): string[] {
  const { products, shops, low, high, middle, widest, drops } = category;
  if (low === null || high === null || middle === null) return [];
  return [
    `We compare ${counted(products, 'product')} at ${counted(shops.length, 'Australian shop')}, from ${audText(low)} to ${audText(high)}. Half of them cost ${audText(middle)} or less.`,
    ...(widest ? [`For the same product, shops differ by up to ${audText(widest)}.`] : []),
    drops.length > 0
      ? `${counted(category.dropCount, 'product')} at least 5% below what ${category.dropCount === 1 ? 'it' : 'they'} usually cost${category.dropCount === 1 ? 's' : ''}, by a year of prices and not by a shop’s own “was”${category.dropCount > drops.length ? `. The largest drops:` : '.'}`
      : `None of them is well below its usual price today, whatever the signs say.`,
  ];
}

/** What a retailer sells and how its prices stand. */
export function retailerSentences(retailer: PublicRetailer): string[] {
  const { name, compared, cheapest, middlePercentAbove, categories } = retailer;
  const products = categories.reduce((sum, one) => sum + one.products, 0);
  const share = compared > 0 ? Math.round((cheapest / compared) * 100) : 0;
  const above = middlePercentAbove === null ? 0 : Math.round(middlePercentAbove);
  return [
    ...(products > 0
      ? [
          `We track ${counted(products, 'product')} at ${name}, in ${counted(categories.length, 'category', 'categories')}.`,
        ]
      : []),
    ...(compared > 0
      ? [
          cheapest === 0
            ? `${compared === 1 ? 'The one' : `Each of the ${compared.toLocaleString('en-AU')}`} that others sell too is cheaper somewhere else.`
            : `Of the ${compared.toLocaleString('en-AU')} that other shops also sell, it is cheapest on ${cheapest.toLocaleString('en-AU')} (${share}%).`,
          above > 0
            ? `It is typically ${above}% above the lowest price elsewhere.`
            : 'It is typically as low as anywhere.',
        ]
      : []),
  ];
}
