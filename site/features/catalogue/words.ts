/* Sentences on public pages. Each uses observed figures only and is left out without them. */
import { dayText } from '#domain/calendar.ts';
import { countText } from '#domain/count-text.ts';
import { isInStock } from '#domain/offers/availability.ts';
import { saleWeekText } from '#domain/prices/sale-week.ts';
import { counted } from '#domain/text/counted.ts';
import type { PublicCategory } from '#site/server/public-pages/category.ts';
import type { PublicProduct } from '#site/server/public-pages/product.ts';
import type { PublicRetailer } from '#site/server/public-pages/retailer.ts';
import { audText } from '#site/ui/price-text.ts';

/** A category name within a sentence: 'Coffee Machines' → 'coffee machines'; 'TVs' stays. */
export function withinSentence(name: string): string {
  return name.replace(/\S+/g, (word) => (/[A-Z].*[A-Z]/.test(word) ? word : word.toLowerCase()));
}

/** '3 May', with the year when it differs from the present one. */
export function sinceText(iso: string, nowMs = Date.now()): string {
  return dayText(Date.parse(iso), nowMs);
}

/** Which shops sell a product, and the range of their prices. */
export function spreadSentence({ detail }: Pick<PublicProduct, 'detail'>): string {
  const { lowest, highest, shops, dearest, isBuyable, isStated } = priceRange(detail.offers);
  const [cheapest] = shops;
  if (cheapest === undefined) return '';
  const lowestText = audText(lowest);
  if (!isBuyable) {
    const who = shops.length < 2 ? 'One lists it' : `${shops.length} list it`;
    const upTo = highest > lowest ? `, others up to ${audText(highest)}` : '';
    return `No Australian shop we read has it in stock. ${who}: ${cheapest}, for ${lowestText}${upTo}.`;
  }
  if (shops.length < 2)
    return `One Australian shop we read ${isStated ? 'has' : 'offers'} it: ${cheapest}, for ${lowestText}.`;
  const shopCount = counted(shops.length, 'Australian shop');
  if (lowest === highest)
    return `${shopCount} ${isStated ? 'have it' : 'offer it'}, all for ${lowestText}.`;
  return `${shopCount} ${isStated ? 'have it now' : 'offer it'}, from ${lowestText} at ${cheapest} to ${audText(highest)} at ${dearest}, a difference of ${audText(highest - lowest)} for the same product.`;
}

/** Replaces bars in a product name, because the title uses one before the site name: 'Chips | 165g' → 'Chips, 165g'. */
function nameInHead(name: string): string {
  return name.replace(/\s*\|\s*/g, ', ');
}

/** Title of a product page: 'Kettle 1.7L: $49.00 to $69.00 at 3 shops'. */
export function productTitle({ detail }: Pick<PublicProduct, 'detail'>): string {
  const { lowest, highest, shops, isBuyable } = priceRange(detail.offers);
  const name = nameInHead(detail.name);
  if (!isBuyable) return `${name}: price history, ${counted(shops.length, 'shop')}`;
  const range = lowest === highest ? audText(lowest) : `${audText(lowest)} to ${audText(highest)}`;
  return `${name}: ${range} at ${counted(shops.length, 'shop')}`;
}

/** Meta description of a product page: prices, shops and the price history. */
export function productDescription({ detail }: Pick<PublicProduct, 'detail'>): string {
  const { lowest, highest, shops, dearest, isBuyable } = priceRange(detail.offers);
  const name = nameInHead(detail.name);
  const [cheapest = ''] = shops;
  if (!isBuyable) {
    return `${name}: no Australian shop we read has it in stock. See who lists it and a year of prices.`;
  }
  const range =
    lowest < highest
      ? `from ${audText(lowest)} (${cheapest}) to ${audText(highest)} (${dearest}) at ${counted(shops.length, 'Australian shop')}`
      : `${audText(lowest)} at ${shops.length === 1 ? cheapest : `each of ${shops.length} Australian shops`}`;
  return `${name} costs ${range}. A year of prices shows whether that is good.`;
}

/** Price range and shops, cheapest first, of the buyable offers, or of all offers when none is buyable. */
function priceRange(offers: PublicProduct['detail']['offers']) {
  const buyable = offers.filter((offer) => offer.canBuy);
  const counting = buyable.length > 0 ? buyable : offers;
  const prices = counting.map((offer) => offer.currentPrice);
  return {
    lowest: Math.min(...prices),
    highest: Math.max(...prices),
    shops: [...new Set(counting.map((offer) => offer.retailer.name))],
    dearest: counting.at(-1)?.retailer.name ?? '',
    isBuyable: buyable.length > 0,
    /** True when every shop reports the product in stock. */
    isStated: counting.every(({ availability }) => isInStock(availability)),
  };
}

/** Filters readings (oldest first) to price changes; other readings record stock or "was" changes. */
export function pricesCharged<Reading extends { price: number }>(readings: readonly Reading[]) {
  return readings.filter(({ price }, index) => price !== readings[index - 1]?.price);
}

/** Today's price against the past year; '' without observations. */
export function historySentence({ history }: Pick<PublicProduct, 'history'>): string {
  const { isEstimate, low, high, average, today } = history;
  if (isEstimate || today === null) return '';
  if (low === high)
    return `Its best price has stayed at ${audText(low)} for as long as we have watched it.`;
  const since = sinceText(history.points[0]?.date ?? history.from, Date.parse(history.to));
  return `Since ${since} the best price has ranged from ${audText(low)} to ${audText(high)} and averaged ${audText(average)}. Today it is ${audText(today)}.`;
}

export function categorySentences(category: PublicCategory): string[] {
  const { products, shops, low, high, middle, widest, drops, dropCount } = category;
  if (low === null || high === null || middle === null) return [];
  return [
    `We compare ${counted(products, 'product')} at ${counted(shops.length, 'Australian shop')}, from ${audText(low)} to ${audText(high)}. Half of them cost ${audText(middle)} or less.`,
    ...(widest ? [`For the same product, shops differ by up to ${audText(widest)}.`] : []),
    [
      saleWeekText(category.sales, withinSentence(category.name)),
      drops.length > 0
        ? `${counted(dropCount, 'product')} ${dropCount === 1 ? 'costs' : 'cost'} less than on nine days in ten, judged on a year of prices, not the shop’s own “was”.${dropCount > drops.length ? ' The biggest drops:' : ''}`
        : 'None of them costs much less than in most of its year, whatever the sale signs say.',
    ]
      .filter(Boolean)
      .join(' '),
  ];
}

/** A retailer's range and price position. */
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
            ? `${compared === 1 ? 'The one' : `Each of the ${countText(compared)}`} that others also sell is cheaper somewhere else.`
            : `Of the ${countText(compared)} that other shops also sell, it is cheapest on ${countText(cheapest)} (${share}%).`,
          above > 0
            ? `It is typically ${above}% above the lowest price elsewhere.`
            : 'Its typical price matches the lowest elsewhere.',
        ]
      : []),
  ];
}
