import { isBuyable } from '#domain/offers/availability.ts';
import { trustBand } from '#domain/products/score-band.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText, unitPriceText } from '#site/ui/price-text.ts';
import { STOCK_WORDS } from '#site/ui/words.ts';
import { Ago } from './Ago.tsx';
import './ShopOffers.css';

type Offer = ProductDetail['offers'][number];

interface ShopOffersProps {
  offers: readonly Offer[];
  retailerPaths: Record<string, string>;
  nowMs: number;
}

/** What each shop asks for a product, cheapest first, against the lowest; offers that cannot be bought come last. */
export function ShopOffers({ offers: all, retailerPaths, nowMs }: ShopOffersProps) {
  const offers = [...all.filter(canBuy), ...all.filter((offer) => !canBuy(offer))];
  const lowest = offers[0]?.currentPrice ?? 0;
  // A shop that may not have it can ask less than the cheapest that does.
  const lowestText = offers.some((offer) => offer.currentPrice < lowest)
    ? 'lowest in stock'
    : 'lowest';
  const highest = Math.max(1, ...offers.map((offer) => offer.currentPrice));
  return (
    <ol className="plain-list shop-offers">
      {offers.map((offer, index) => {
        const { name, trustScore } = offer.retailer;
        const stock = STOCK_WORDS[offer.availability];
        const path = retailerPaths[name];
        const isLowest = index === 0 && canBuy(offer);
        const apart = offer.currentPrice - lowest;
        return (
          <li
            key={offer.offerId}
            className={isLowest ? 'lowest' : canBuy(offer) ? undefined : 'away'}
          >
            <LetterTile name={name} />
            <span className="shop">
              <span className="strong">
                {path ? (
                  <a className="reach" href={path}>
                    {name}
                  </a>
                ) : (
                  name
                )}
              </span>
              <span className="row small">
                <span className={`trust toned tone-${trustBand(trustScore)}`}>
                  <Icon name="shield" /> Trust {trustScore.toFixed(1)}
                </span>
                {stock ? (
                  <span className={`toned tone-${stock.tone}`}>{stock.text.toLowerCase()}</span>
                ) : (
                  <span className="muted">stock not stated</span>
                )}
                {offer.seller && <span className="muted">sold by {offer.seller}</span>}
                <span className="muted">
                  checked <Ago at={offer.priceMeta.priceFetchedAt} nowMs={nowMs} />
                </span>
                {offers.length > 1 && <span className="muted">{offer.groupedBy}</span>}
              </span>
            </span>
            <span className="asks">
              <span className="price">{audText(offer.currentPrice)}</span>
              <span className="small muted figures">
                {offer.unitPrice
                  ? unitPriceText(offer.unitPrice)
                  : isLowest
                    ? lowestText
                    : apart !== 0 && `${apart > 0 ? '+' : '−'}${audText(Math.abs(apart))}`}
              </span>
            </span>
            <OutboundLink href={offer.productUrl} className="button view">
              View
            </OutboundLink>
            {offers.length > 1 && (
              <svg className="share" width="100%" height="6" aria-hidden="true">
                <rect className="track" width="100%" height="6" rx="3" />
                <rect
                  className="bar"
                  width={`${Math.round((offer.currentPrice / highest) * 100)}%`}
                  height="6"
                  rx="3"
                />
              </svg>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function canBuy({ availability }: Offer): boolean {
  return isBuyable(availability);
}
