import type { SearchProduct } from '#site/client/calls/search.ts';

/** An offer with everything an offer can have, invented. */
export const SAMPLE_OFFER: SearchProduct = {
  _id: '0190a000-0000-7000-8000-000000000001',
  offerId: '0190a000-0000-7000-8000-000000000002',
  name: 'Wombat Creek Rolled Oats 750 g',
  imageUrl: '',
  productUrl: 'https://example.com/oats',
  currentPrice: 4.2,
  originalPrice: 5.6,
  discountPercentage: 25,
  isOnSale: true,
  category: 'Pantry',
  brand: 'Wombat Creek',
  description: '',
  availability: 'limited',
  rating: { average: 4.5, count: 312 },
  retailer: {
    name: 'Gumnut Grocer',
    trustScore: 8.7,
    category: 'Supermarket',
    region: 'VIC',
    website: 'https://example.com',
  },
  aiScore: { overall: 8.4, price: 8, quality: 9, value: 8 },
  aiRecommendation: { reason: 'Lowest of 4 shops.', highlights: [] },
  priceMeta: { priceSource: 'demo', priceFetchedAt: '2026-01-01T00:00:00.000Z' },
  seller: null,
  unitPrice: { price: '0.56', quantity: 100, unit: 'g' },
  shrunk: { percent: 16.7, unitPricePercent: 20, text: 'Pack shrank from 900 g to 750 g.' },
  recentPrices: [
    [90, 5.6],
    [61, 4.9],
    [40, 5.6],
    [3, 4.2],
  ],
};
