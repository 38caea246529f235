import { OfferRow } from '../search/OfferRow.tsx';
import { PriceLadder } from '../search/PriceLadder.tsx';
import { QuickCompare } from '../search/QuickCompare.tsx';
import { SAMPLE_OFFER } from './sample-offer.ts';

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
