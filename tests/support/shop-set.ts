/*
 * Eight invented shops and what they sell, for tests that need a site with something in it: the same products
 * under different prices, some on sale, some rated, some sold out.
 */
import type { RetailerFacts } from '#domain/retailers/retailer-facts.ts';
import type { ShopProduct } from './shop-server.ts';

/** A shop of the set; `slug` names it in the database, `trustScore10` is 0–10. */
export interface TestShop {
  slug: string;
  name: string;
  trustScore10: number;
}

export const SHOPS: readonly TestShop[] = [
  { slug: 'harbour', name: 'Harbour Appliances', trustScore10: 9.1 },
  { slug: 'koala', name: 'Koala Electrics', trustScore10: 8.4 },
  { slug: 'wattle', name: 'Wattle Home', trustScore10: 7.2 },
  { slug: 'outback', name: 'Outback Discounts', trustScore10: 5.5 },
  { slug: 'billabong', name: 'Billabong Goods', trustScore10: 8 },
  { slug: 'southern', name: 'Southern Cross Stores', trustScore10: 6.8 },
  { slug: 'banksia', name: 'Banksia Kitchen', trustScore10: 7.9 },
  { slug: 'kookaburra', name: 'Kookaburra Direct', trustScore10: 6.1 },
];

const read = { source: 'https://shops.example/help', checkedOn: '2026-11-29' };
const NONE = { freeFromCents: null, pickUpCents: null, ...read };

/** What some of the shops state of delivery and price promises; nobody has read the others. */
export const SHOP_FACTS: Readonly<Record<string, Partial<RetailerFacts>>> = {
  koala: {
    delivery: { ...NONE, rates: [{ costCents: 995 }], freeFromCents: 60_000, pickUpCents: 0 },
    priceMatch: { promise: 'beat', percent: 5, excludes: ['marketplace'], ...read },
  },
  harbour: {
    delivery: { ...NONE, rates: [{ costCents: 4_900, area: 'metro areas' }] },
    priceMatch: {
      promise: 'match',
      percent: null,
      excludes: [],
      note: 'The item must be the same model and colour.',
      ...read,
    },
  },
  wattle: {
    delivery: {
      ...NONE,
      rates: [{ costCents: 500, postcodes: ['3000-3207'] }, { costCents: 2_000 }],
    },
  },
  outback: { delivery: { ...NONE, rates: [{ costCents: 6_500 }] } },
};

interface TestOffer {
  shop: string;
  /** Dollars today. */
  price: number;
  was?: number;
  rating?: readonly [average: number, count: number];
  soldOut?: boolean;
}

interface TestProduct {
  path: string;
  name: string;
  brand: string;
  category: string;
  gtin: string;
  description: string;
  offers: readonly TestOffer[];
}

const PRODUCTS: readonly TestProduct[] = [
  {
    path: 'bambino-100001',
    name: 'Breville Bambino Plus Coffee Machine Black',
    brand: 'Breville',
    category: 'Coffee Machines',
    gtin: '9312432000013',
    description:
      'A compact espresso machine that heats in three seconds and froths milk by itself.',
    offers: [
      { shop: 'harbour', price: 549, was: 699, rating: [4.7, 312] },
      { shop: 'koala', price: 579, rating: [4.6, 120] },
      { shop: 'wattle', price: 599, rating: [4.2, 58] },
      { shop: 'outback', price: 529, rating: [3.4, 12] },
      { shop: 'billabong', price: 565.5 },
      { shop: 'southern', price: 589 },
      { shop: 'banksia', price: 619, soldOut: true },
      { shop: 'kookaburra', price: 574 },
    ],
  },
  {
    path: 'dedica-100002',
    name: 'DeLonghi Dedica Arte Coffee Machine Silver',
    brand: 'DeLonghi',
    category: 'Coffee Machines',
    gtin: '9312432000020',
    description: 'Fifteen centimetres wide, with a manual steam wand.',
    offers: [
      { shop: 'harbour', price: 329, rating: [4.1, 87] },
      { shop: 'koala', price: 299, was: 329 },
      { shop: 'wattle', price: 345 },
    ],
  },
  {
    path: 'iphone-100003',
    name: 'Apple iPhone 15 128GB Black',
    brand: 'Apple',
    category: 'Phones',
    gtin: '9312432000037',
    description: 'A phone with a 6.1 inch display and 128 GB of storage.',
    offers: [
      { shop: 'harbour', price: 1299, rating: [4.8, 940] },
      { shop: 'koala', price: 1247 },
      { shop: 'outback', price: 1189 },
      { shop: 'kookaburra', price: 1279 },
    ],
  },
  {
    path: 'kayano-100004',
    name: 'ASICS Gel-Kayano 31 Running Shoes',
    brand: 'ASICS',
    category: 'Shoes',
    gtin: '9312432000044',
    description: 'A stable shoe for long runs.',
    offers: [
      { shop: 'southern', price: 270 },
      { shop: 'billabong', price: 229, was: 270 },
    ],
  },
];

/** Days before today at which the shops are read, with the factor on that day's prices. */
export const PAST_READINGS: readonly { daysAgo: number; factor: number }[] = [
  { daysAgo: 40, factor: 1.12 },
  { daysAgo: 12, factor: 1.05 },
];

/** What one shop sells, by path, at `factor` times today's prices. The shop serves its pictures itself. */
export function stockOf(shop: string, factor = 1): Record<string, ShopProduct> {
  const sold = PRODUCTS.flatMap((product) =>
    product.offers
      .filter((offer) => offer.shop === shop)
      .map((offer) => [product.path, shopProduct(product, offer, factor)] as const),
  );
  return Object.fromEntries(sold);
}

function shopProduct(product: TestProduct, offer: TestOffer, factor: number): ShopProduct {
  const price = (offer.price * factor).toFixed(2);
  const { name, brand, category, gtin, description } = product;
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    description,
    category,
    image: `/test-pictures/${product.path}.png`,
    brand: { '@type': 'Brand', name: brand },
    gtin13: gtin,
    ...(offer.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: offer.rating[0],
        reviewCount: offer.rating[1],
      },
    }),
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: 'AUD',
      availability: `https://schema.org/${offer.soldOut ? 'OutOfStock' : 'InStock'}`,
      ...(offer.was && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          priceType: 'https://schema.org/ListPrice',
          price: offer.was.toFixed(2),
          priceCurrency: 'AUD',
        },
      }),
    },
  };
  const was = offer.was ? `<s>Was $${offer.was.toFixed(2)}</s>` : '';
  const body = `<!doctype html><title>${name}</title><h1>${name}</h1>
<script type="application/ld+json">${JSON.stringify(data)}</script>
<p>$${price} ${was}</p><button>Add to cart</button>`;
  return { name, price, body };
}
