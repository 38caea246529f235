import { useState } from 'react';
import { type Availability, isBuyable, isGone } from '#domain/offers/availability.ts';
import { trustBand } from '#domain/products/score-band.ts';
import { searchTimeAgo } from '#domain/text/time-ago.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { bodyOf } from '#site/client/api.ts';
import { confirmWith } from '#site/stores/dialog.ts';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { plainText, unitPriceText } from '#site/ui/price-text.ts';
import { ShrunkBadge } from '#site/ui/ShrunkBadge.tsx';
import { StockBadge } from '#site/ui/StockBadge.tsx';

type Offer = ProductDetail['offers'][number];

/** Every shop that lists this product: what can be bought first, cheapest first, so that the best offer leads. */
export function OfferTable({ product }: { product: ProductDetail }) {
  const { offers } = product;
  // Not by address: variants and sellers may share one.
  const best = offers.find((offer) => offer.offerId === product.offerId);
  const rows = offers.toSorted((a, b) => doubt(a.availability) - doubt(b.availability));
  return (
    <section className="stack" aria-labelledby="offers-title">
      <h2 id="offers-title">{titleOf(offers)}</h2>
      <div className="table-scroll">
        <table className="docket-table offer-table">
          <thead>
            <tr>
              <th scope="col">Retailer</th>
              <th scope="col" className="number">
                Price
              </th>
              <th scope="col" className="number">
                Against the best
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
            {rows.map((offer) => (
              <tr key={offer.offerId} className={isGone(offer.availability) ? 'gone' : undefined}>
                <th scope="row">
                  <span className="retailer-line">
                    <LetterTile name={offer.retailer.name} />
                    <span>
                      {offer.retailer.name}
                      {offer.seller && <span className="small muted"> sold by {offer.seller}</span>}
                      <span
                        className={`small unit toned tone-${trustBand(offer.retailer.trustScore)}`}
                      >
                        Trust {offer.retailer.trustScore.toFixed(1)}
                      </span>
                      <ShrunkBadge shrunk={offer.shrunk} />
                    </span>
                  </span>
                </th>
                <td className="number">
                  <span className="price inline">{plainText(offer.currentPrice)}</span>
                  {offer.unitPrice && (
                    <span className="small muted unit">{unitPriceText(offer.unitPrice)}</span>
                  )}
                </td>
                <td className="number figures muted">
                  <AgainstBest offer={offer} best={best} isGone={isGone(offer.availability)} />
                </td>
                <td className="small muted seen">
                  {offer.priceMeta &&
                    searchTimeAgo(Date.parse(offer.priceMeta.priceFetchedAt), Date.now())}
                </td>
                <td>
                  <OutboundLink href={offer.productUrl} className="row-link">
                    View
                  </OutboundLink>
                </td>
                <td>
                  <span className="small muted unit">{offer.groupedBy}</span>
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

/** 0 where it can be bought, 1 where no one says so, 2 where it is gone. */
function doubt(availability: Availability): number {
  return isBuyable(availability) ? 0 : isGone(availability) ? 2 : 1;
}

/** '8 shops sell it'; where sellers share a shop '7 offers at 4 shops'. */
function titleOf(offers: readonly Offer[]): string {
  const shops = new Set(offers.map((offer) => offer.retailer.name)).size;
  const shopsText = shops === 1 ? 'one shop' : `${shops} shops`;
  if (shops < offers.length) return `${offers.length} offers at ${shopsText}`;
  return shops === 1 ? 'One shop sells it' : `${shopsText} sell it`;
}

interface AgainstBestProps {
  offer: Offer;
  best: Offer | undefined;
  isGone: boolean;
}

/** How much more or less it costs than the best offer; whether it may not be there. */
function AgainstBest({ offer, best, isGone }: AgainstBestProps) {
  if (isGone) return <StockBadge availability={offer.availability} />;
  if (offer === best) return <span className="badge tone-green">best offer</span>;
  const more = offer.currentPrice - (best?.currentPrice ?? offer.currentPrice);
  return (
    <>
      {more === 0 ? 'the same' : `${more > 0 ? '+' : '−'}${plainText(Math.abs(more))}`}
      {offer.availability === 'unknown' && <span className="small unit">stock not stated</span>}
    </>
  );
}

interface MatchDoubtProps {
  offerId: string;
  retailer: string;
}

/** Lets a shopper question that an offer is the same product; an operator decides. */
function MatchDoubt({ offerId, retailer }: MatchDoubtProps) {
  const [isReported, setReported] = useState(false);
  const report = async () => {
    const text = `Report that the offer of ${retailer} is not the same product? We will check it.`;
    if (!(await confirmWith(text, 'Report'))) return;
    // A failure is logged by the caller of the API and leaves the button as it is.
    bodyOf((api) =>
      api.recommendations.feedback.$post({ json: { kind: 'not-the-same-product', offerId } }),
    ).then(
      () => setReported(true),
      () => undefined,
    );
  };
  if (isReported) return <span className="small toned tone-green">Thank you, reported</span>;
  return (
    <button type="button" className="link-button small" onClick={() => void report()}>
      Not the same?
    </button>
  );
}
