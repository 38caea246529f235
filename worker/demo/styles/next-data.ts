import type { Place } from '../world/addresses.ts';
import { type CardView, type ProductView, unitPriceText } from '../world/product-view.ts';
import { chance } from '../world/seeded.ts';
import { availabilityTerms, type Markup, PLAIN, scriptJson } from './markup.ts';

function pricing(card: CardView): object {
  const { priceCents, wasCents, memberPriceCents } = card.price;
  return {
    now: priceCents / 100,
    was: (wasCents ?? 0) / 100,
    saveAmount: wasCents === null ? null : (wasCents - priceCents) / 100,
    comparable: card.unitPrice ? unitPriceText(card.unitPrice) : null,
    memberPrice: memberPriceCents === null ? null : memberPriceCents / 100,
    onlineSpecial: wasCents !== null,
  };
}

/** The state of one storefront product: `pricing.now`, `pricing.was` (0 when there is none). */
function supermarketProduct(card: CardView, gtin: string | null): object {
  const { listing, price } = card;
  return {
    _type: 'PRODUCT',
    id: Number(listing.sku),
    name: card.title,
    brand: listing.product.brand,
    gtin,
    availability: price.availability === 'in_stock' || price.availability === 'limited',
    availabilityType: price.availability === 'limited' ? 'LimitedStock' : null,
    imageUris: [{ uri: card.picturePath }],
    pricing: pricing(card),
  };
}

/** The state of another one: prices as objects with a currency, stock as a code. */
function storefrontProduct(card: CardView, gtin: string | null): object {
  const { listing, price } = card;
  const amount = (cents: number) => ({
    value: cents / 100,
    currencyIso: 'AUD',
    formattedValue: `$${(cents / 100).toFixed(2)}`,
  });
  return {
    code: listing.sku,
    name: card.title,
    brandName: listing.product.brand,
    ean: gtin,
    manufacturerCode: listing.product.mpn,
    url: card.path,
    images: [{ url: card.picturePath, format: 'zoom' }],
    price: amount(price.priceCents),
    ...(price.wasCents === null ? {} : { wasPrice: amount(price.wasCents) }),
    stock: { stockLevelStatus: availabilityTerms(price.availability).code },
  };
}

function pageProps(view: ProductView): object {
  const isSupermarket = chance(view.listing.shop.seed, 184) < 0.5;
  const write = isSupermarket ? supermarketProduct : storefrontProduct;
  return {
    product: {
      ...write(view, view.gtin),
      description: view.description,
      ...(view.rating ? { ratings: { average: view.rating.value, count: view.rating.count } } : {}),
      specifications: Object.entries(view.facts).map(([name, value]) => ({ name, value })),
    },
    recommendations: view.related.map((card) => write(card, null)),
  };
}

/** The state of a script framework beside server-rendered text, as large shops send it. */
export const NEXT_DATA: Markup = {
  ...PLAIN,
  tail(view: ProductView, _place: Place) {
    const data = {
      props: { pageProps: pageProps(view), __N_SSP: true },
      page: '/product/[...slug]',
      query: { slug: [view.listing.sku] },
      buildId: 'demo',
      isFallback: false,
    };
    return `<script id="__NEXT_DATA__" type="application/json">${scriptJson(data)}</script>`;
  },
};
