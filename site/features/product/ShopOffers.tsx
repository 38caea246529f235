import type { ReactNode } from 'react';
import { isGone } from '#domain/offers/availability.ts';
import { checkedText } from '#domain/retailers/facts-text.ts';
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
import { ITEM_PRICE, type OfferChoice, OfferOrder } from './OfferOrder.tsx';
import './ShopOffers.css';

type Offer = ProductDetail['offers'][number];

interface ShopOffersProps {
  product: Pick<ProductDetail, 'offerId' | 'offers'>;
  money: DollarText;
  choice?: OfferChoice;
  /** Absent where the page itself answers the choice. */
  onChoose?(choice: OfferChoice): void;
  /** Paths of the retailer pages, by retailer name. */
  retailerPaths?: Record<string, string>;
  /** Renders extra content for one offer. */
  more?(offer: Offer): ReactNode;
}

/**
 * Every shop's offer: buyable offers first, then by price, each compared with the best offer; or by the price with delivery, the shops
 * whose delivery is not known last.
 */
export function ShopOffers(props: ShopOffersProps) {
  const { product, choice = ITEM_PRICE, onChoose } = props;
  const byPrice = product.offers.toSorted((a, b) => certainty(a) - certainty(b));
  const known = byPrice.filter(({ delivered }) => delivered);
  const asksPostcode = byPrice.some(({ delivery }) => delivery?.rates.some((r) => r.postcodes));
  const isChoice = byPrice.length > 1 && (known.length > 0 || asksPostcode);
  const isDelivered = isChoice && choice.by === 'delivered';
  const unknown = isDelivered ? byPrice.filter(({ delivered }) => !delivered) : [];
  const first = isDelivered
    ? known.toSorted(
        (a, b) => certainty(a) - certainty(b) || shownPrice(a, true) - shownPrice(b, true),
      )
    : byPrice;
  return (
    <section className="stack" aria-labelledby="offers-title">
      <h2 id="offers-title">{titleOf(byPrice)}</h2>
      {isChoice && <OfferOrder choice={choice} asksPostcode={asksPostcode} onChoose={onChoose} />}
      {known.length === 0 && (
        <p className="small muted">Prices are without delivery, whose cost is not known here.</p>
      )}
      {first.length > 0 && <OfferList {...props} offers={first} isDelivered={isDelivered} />}
      {unknown.length > 0 && (
        <>
          <h3>Delivery not known</h3>
          <p className="small muted">Item prices: delivery may make these dearer.</p>
          <OfferList {...props} offers={unknown} isDelivered={false} />
        </>
      )}
    </section>
  );
}

/** The large figure of an offer, in dollars. */
function shownPrice({ currentPrice, delivered }: Offer, isDelivered: boolean): number {
  return (isDelivered && delivered?.price) || currentPrice;
}

interface OfferListProps extends ShopOffersProps {
  /** In order. */
  offers: readonly Offer[];
  isDelivered: boolean;
}

function OfferList({ offers, isDelivered, product, money, ...props }: OfferListProps) {
  const { retailerPaths = {}, more } = props;
  // Variants and sellers may share a URL, so the key is the offer id.
  const best = product.offers.find((offer) => offer.offerId === product.offerId);
  const prices = offers.map((offer) => shownPrice(offer, isDelivered));
  const least = Math.min(...prices);
  const isProven = !offers.some(
    (offer) => isDelivered && offer.delivered?.isFrom && offer.delivered.price === least,
  );
  // Names no shop the cheapest where its delivery may cost more, or where it is not known.
  const lowest = isDelivered ? (isProven ? least : 0) : (best?.currentPrice ?? least);
  const highest = Math.max(...prices);
  return (
    <ol className="plain-list shop-rows shop-offers">
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
            <span className="price">
              {isDelivered && offer.delivered?.isFrom && (
                <>
                  <span className="small">from</span>{' '}
                </>
              )}
              {money(shownPrice(offer, isDelivered))}
            </span>
            {!isDelivered && product.offers.length > 1 && (
              <span className="small muted figures">{againstBest(offer, best, money)}</span>
            )}
            <span className="small muted figures">{otherPrice(offer, isDelivered, money)}</span>
            {offer.unitPrice && (
              <span className="small muted figures">{unitPriceText(offer.unitPrice)}</span>
            )}
          </span>
          <details className="small">
            <summary aria-label={`About this price at ${offer.retailer.name}`}>
              <Icon name="info" />
            </summary>
            <div className="row muted">
              {offer.priceMeta && (
                <span>
                  checked <Ago at={offer.priceMeta.priceFetchedAt} />
                </span>
              )}
              {product.offers.length > 1 && <span>{offer.groupedBy}</span>}
              <DeliveryFact offer={offer} money={money} />
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
          <PriceBar price={shownPrice(offer, isDelivered)} lowest={lowest} highest={highest} />
        </li>
      ))}
    </ol>
  );
}

/** '$58.95 delivered', or the item price where the delivered price is the large figure; '' if not known. */
function otherPrice(offer: Offer, isDelivered: boolean, money: DollarText): string {
  const { delivered, currentPrice } = offer;
  if (!delivered || isGone(offer.availability)) return '';
  if (isDelivered) return `item ${money(currentPrice)}`;
  return `${delivered.isFrom ? 'from ' : ''}${money(delivered.price)} delivered`;
}

/** What is known of the delivery of an offer, with its source. */
function DeliveryFact({ offer, money }: { offer: Offer; money: DollarText }) {
  const { delivery, delivered } = offer;
  if (delivered?.by === 'offer')
    return <span>Its page states {money(delivered.cost)} delivery for this item.</span>;
  if (!delivery) return <span>Nobody has read what it charges for delivery.</span>;
  return (
    <span className="evidence">
      {delivery.text} {checkedText(delivery)}:{' '}
      <OutboundLink href={delivery.source}>source</OutboundLink>
    </span>
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

function againstBest(offer: Offer, best: Offer | undefined, money: DollarText): string {
  if (isGone(offer.availability)) return '';
  if (offer === best) return 'lowest price';
  const apart = offer.currentPrice - (best?.currentPrice ?? offer.currentPrice);
  return apart === 0 ? 'the same' : `${apart > 0 ? '+' : '−'}${money(Math.abs(apart))}`;
}
