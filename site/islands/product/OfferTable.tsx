import { trustBand } from '#domain/score-band.ts';
import { searchTimeAgo } from '#domain/time-ago.ts';
import type { ProductDetail } from '#site/client/calls/products.ts';
import { plainText, unitPriceText } from '#site/client/price-text.ts';
import { OutboundLink } from '../shared/OutboundLink.tsx';
import { MatchDoubt } from './MatchDoubt.tsx';

/** Every shop that sells this product, cheapest first, against the lowest. */
export function OfferTable({ offers }: { offers: ProductDetail['offers'] }) {
  const lowest = Math.min(...offers.map((offer) => offer.currentPrice));
  return (
    <section className="stack" aria-labelledby="offers-title">
      <h2 id="offers-title">
        {offers.length === 1 ? 'One shop sells it' : `${offers.length} shops sell it`}
      </h2>
      <div className="table-scroll">
        <table className="docket-table">
          <thead>
            <tr>
              <th scope="col">Retailer</th>
              <th scope="col" className="number">
                Price
              </th>
              <th scope="col" className="number">
                Against the lowest
              </th>
              <th scope="col">Seen</th>
              <th scope="col">
                <span className="visually-hidden">Link</span>
              </th>
              <th scope="col">
                <span className="visually-hidden">Wrong match</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {offers.map((offer) => (
              <tr key={offer.offerId}>
                <th scope="row">
                  {offer.retailer.name}
                  <span className={`small toned tone-${trustBand(offer.retailer.trustScore)}`}>
                    {' '}
                    Trust {offer.retailer.trustScore.toFixed(1)}
                  </span>
                  {offer.seller && <span className="small muted"> sold by {offer.seller}</span>}
                </th>
                <td className="number">
                  <span className="price inline">{plainText(offer.currentPrice)}</span>
                  {offer.unitPrice && (
                    <span className="small muted unit">{unitPriceText(offer.unitPrice)}</span>
                  )}
                </td>
                <td className="number figures muted">
                  {offer.currentPrice > lowest
                    ? `+${plainText(offer.currentPrice - lowest)}`
                    : 'lowest'}
                </td>
                <td className="small muted">
                  {offer.priceMeta &&
                    searchTimeAgo(Date.parse(offer.priceMeta.priceFetchedAt), Date.now())}
                </td>
                <td>
                  <OutboundLink href={offer.productUrl} className="row-link">
                    View
                  </OutboundLink>
                </td>
                <td>
                  <MatchDoubt offerId={offer.offerId} retailer={offer.retailer.name} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
