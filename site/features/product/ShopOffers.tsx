import type { ReactNode } from 'react';
import { isGone } from '#domain/offers/availability.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { Ago } from '#site/ui/Ago.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { OfferConditions, ShrunkBadge, Stock } from '#site/ui/OfferConditions.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { PriceBar } from '#site/ui/PriceBar.tsx';
import { type DollarText, unitPriceText } from '#site/ui/price-text.ts';
import { Trust } from '#site/ui/Trust.tsx';
import { certainty, shopsText } from '#site/ui/words.ts';
import './ShopOffers.css';

type Offer = ProductDetail['offers'][number];

interface ShopOffersProps {
  product: Pick<ProductDetail, 'offerId' | 'offers'>;
  money: DollarText;
  /** Paths of the retailer pages, by retailer name. */
  retailerPaths?: Record<string, string>;
  /** Renders extra content for one offer. */
  more?(offer: Offer): ReactNode;
}

/** Every shop's offer: buyable offers first, then by price, each compared with the best offer. */
export function ShopOffers({ product, money, retailerPaths = {}, more }: ShopOffersProps) {
  const offers = product.offers.toSorted((a, b) => certainty(a) - certainty(b));
  // Variants and sellers may share a URL, so the key is the offer id.
  const best = offers.find((offer) => offer.offerId === product.offerId);
  const prices = offers.map((offer) => offer.currentPrice);
  const lowest = best?.currentPrice ?? Math.min(...prices);
  const highest = Math.max(...prices);
  return (
    <section className="stack" aria-labelledby="offers-title">
      <h2 id="offers-title">{titleOf(offers)}</h2>
      <ol className="plain-list shop-offers">
        {offers.map((offer) => (
          <li key={offer.offerId} className={offer.canBuy ? undefined : 'away'}>
            <LetterTile name={offer.retailer.name} />
            <span className="shop">
              <span className="strong">
                {retailerPaths[offer.retailer.name] ? (
                  <a className="reach" href={retailerPaths[offer.retailer.name]}>
                    {offer.retailer.name}
                  </a>
                ) : (
                  offer.retailer.name
                )}
              </span>
              <span className="row small">
                <Trust score={offer.retailer.trustScore} />
                <Stock availability={offer.availability} />
                {offer.seller && <span className="muted">sold by {offer.seller}</span>}
              </span>
              <OfferConditions conditions={offer.conditions} money={money} />
              <ShrunkBadge shrunk={offer.shrunk} />
            </span>
            <span className="asks">
              <span className="price">{money(offer.currentPrice)}</span>
              {offers.length > 1 && (
                <span className="small muted figures">{againstBest(offer, best, money)}</span>
              )}
              {offer.unitPrice && (
                <span className="small muted figures">{unitPriceText(offer.unitPrice)}</span>
              )}
            </span>
            <details className="about-price small">
              <summary aria-label={`About this price at ${offer.retailer.name}`}>
                <Icon name="info" />
              </summary>
              <div className="row muted">
                {offer.priceMeta && (
                  <span>
                    checked <Ago at={offer.priceMeta.priceFetchedAt} />
                  </span>
                )}
                {offers.length > 1 && <span>{offer.groupedBy}</span>}
                {more?.(offer)}
              </div>
            </details>
            <OutboundLink
              href={offer.productUrl}
              className="button view"
              about={` at ${offer.retailer.name}`}
            >
              View
            </OutboundLink>
            <PriceBar price={offer.currentPrice} lowest={lowest} highest={highest} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** 'Prices at 8 shops, 1 unavailable', or '7 offers at 4 shops' when sellers share a shop. */
function titleOf(offers: readonly Offer[]): string {
  const shopsOf = (some: readonly Offer[]) =>
    new Set(some.map(({ retailer }) => retailer.name)).size;
  const shops = shopsOf(offers);
  const what = shops < offers.length ? `${offers.length} offers` : shops === 1 ? 'Price' : 'Prices';
  return `${what} ${shopsText(shops, shopsOf(offers.filter(({ canBuy }) => canBuy)))}`;
}

/** Price difference from the best offer. */
function againstBest(offer: Offer, best: Offer | undefined, money: DollarText): string {
  if (isGone(offer.availability)) return '';
  if (offer === best) return 'best offer';
  const apart = offer.currentPrice - (best?.currentPrice ?? offer.currentPrice);
  return apart === 0 ? 'the same' : `${apart > 0 ? '+' : '−'}${money(Math.abs(apart))}`;
}
