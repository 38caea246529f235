import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { OfferRow } from '#site/features/search/OfferRow.tsx';
import { PriceLadder } from '#site/features/search/PriceLadder.tsx';
import { QuickCompare } from '#site/features/search/QuickCompare.tsx';

/** An offer with everything an offer can have, invented. */
const SAMPLE_OFFER: SearchProduct = {
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
  aiScore: { overall: 8.4, price: 8, quality: 9, value: 8, by: 'rules' },
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

/** Two hours after the sample's price was read. */
const CLOCK_MS = Date.parse('2026-01-01T02:00:00.000Z');

const { shrunk: _shrunk, ...whole } = SAMPLE_OFFER;
const OFFERS = [
  SAMPLE_OFFER,
  {
    ...whole,
    offerId: '0190a000-0000-7000-8000-000000000003',
    productUrl: 'https://example.com/oats-2',
    currentPrice: 5.1,
    originalPrice: null,
    isOnSale: false,
    availability: 'out_of_stock' as const,
    rating: { average: 0, count: 0 },
    retailer: { ...SAMPLE_OFFER.retailer, name: 'Quokka Savers', trustScore: 5.2 },
    aiScore: { ...SAMPLE_OFFER.aiScore, overall: 5.2 },
    unitPrice: null,
    recentPrices: [],
  },
];

/** A card, the docket, an offer at its fullest and at its barest, the ladder and a table. */
export function Surfaces() {
  return (
    <>
      <ol className="plain-list offers">
        {OFFERS.map((product) => (
          <OfferRow
            key={product.offerId}
            product={product}
            averagePrice={4.65}
            clockMs={CLOCK_MS}
            eager
          />
        ))}
      </ol>
      <div className="design-columns">
        <div className="docket stack">
          <p className="row spread">
            <span className="ribbon">Top pick</span>
            <span className="small muted">a docket</span>
          </p>
          <hr className="rule" />
          <p className="leader strong toned tone-green">
            <span>Below the average</span>
            <span className="figures">$0.45</span>
          </p>
        </div>
        <PriceLadder products={OFFERS} />
      </div>
      <QuickCompare products={OFFERS} />
    </>
  );
}
