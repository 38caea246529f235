import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { type Availability, isGone } from '#domain/offers/availability.ts';
import { recommendationScoreBand, trustBand } from '#domain/products/score-band.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { FavoriteButton } from '#site/features/favorites/FavoriteButton.tsx';
import { $comingSoon, loadFeatures } from '#site/stores/features.ts';
import { DetailRating } from '#site/ui/DetailRating.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { Notice } from '#site/ui/Notice.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { plainText, unitPriceText } from '#site/ui/price-text.ts';
import type { Tone } from '#site/ui/words.ts';
import { AlertModal } from './AlertModal.tsx';
import type { KnownHistory } from './use-price-history.ts';
import { VerdictStamp } from './VerdictStamp.tsx';

/** Spec §2: the availability badge of the detail screen. */
const STOCK: Partial<Record<Availability, { text: string; tone: Tone }>> = {
  in_stock: { text: 'has stock', tone: 'green' },
  out_of_stock: { text: 'out of stock', tone: 'red' },
  limited: { text: 'limited stock', tone: 'yellow' },
  pre_order: { text: 'pre-order', tone: 'blue' },
};
const UNKNOWN_STOCK = { text: 'unknown', tone: 'grey' } as const;

interface ProductHeadProps {
  product: ProductDetail;
  email: string;
  history: KnownHistory;
}

/** Picture, name, price, verdict, and what a shopper can do. */
export function ProductHead({ product, email, history }: ProductHeadProps) {
  const [isAlertOpen, setAlertOpen] = useState(false);
  const { availability, currentPrice, originalPrice, retailer, aiScore, unitPrice } = product;
  const stock = STOCK[availability] ?? UNKNOWN_STOCK;
  const best = product.offers.find((offer) => offer.offerId === product.offerId);
  // A price at which nothing can be had is told apart from one that can be paid.
  const isAsked = !isGone(availability);
  const isReduced = originalPrice !== null && originalPrice > currentPrice;
  return (
    <section className="product-head">
      <div className="product-picture">
        <LazyImage
          src={product.imageUrl}
          alt={product.name}
          eager
          sizes="(width < 40rem) 10rem, 26rem"
        />
        {best && <FavoriteButton product={best} />}
      </div>
      <div className="stack">
        <div className="row">
          <span className={`badge tone-${recommendationScoreBand(aiScore.overall)} figures`}>
            AI score {Math.round(aiScore.overall)}/100
          </span>
          <span className={`badge tone-${stock.tone}`}>{stock.text}</span>
          {product.isOnSale && product.discountPercentage > 0 && (
            <span className="badge tone-green figures">−{product.discountPercentage}%</span>
          )}
        </div>
        <h1>{product.name}</h1>
        <div className="row detail-facts">
          <DetailRating {...product.rating} />
          <span className="muted">
            {product.brand && `${product.brand} · `}
            {product.category}
          </span>
        </div>
        <div className={isAsked ? 'row product-price' : 'row product-price unpaid'}>
          <span className="price hero">{plainText(currentPrice)}</span>
          {isReduced && (
            <s className="was">
              <span className="visually-hidden">was </span>
              {plainText(originalPrice)}
            </s>
          )}
          <VerdictStamp product={product} history={history} />
        </div>
        {unitPrice && <p className="muted figures">{unitPriceText(unitPrice)}</p>}
        {product.shrunk && (
          <Notice tone="red" icon="down">
            {product.shrunk.text} That is {product.shrunk.unitPricePercent}% more for the same
            amount.
          </Notice>
        )}
        <div className="row product-actions">
          <OutboundLink href={product.productUrl} className={isAsked ? 'button wattle' : 'button'}>
            Buy at {retailer.name}
          </OutboundLink>
          <AlertButton onOpen={() => setAlertOpen(true)} />
        </div>
        <p className="retailer-line">
          <LetterTile name={retailer.name} />
          <span className="row shop-facts">
            <span className="strong">{retailer.name}</span>
            <span className={`toned nowrap tone-${trustBand(retailer.trustScore)}`}>
              Trust {retailer.trustScore.toFixed(1)}/10
            </span>
            <OutboundLink href={retailer.website} className="row-link">
              Website
            </OutboundLink>
          </span>
        </p>
        {product.recommendationReasons.length > 0 && (
          <div className="card stack tight">
            <h2 className="card-title">
              <Icon name="spark" /> Why the score
            </h2>
            <ul className="tips">
              {product.recommendationReasons.map(({ reason }) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {isAlertOpen && (
        <AlertModal
          product={product}
          email={email}
          history={history}
          onClose={() => setAlertOpen(false)}
        />
      )}
    </section>
  );
}

/** 'Alert me'; disabled and titled "Coming soon" where the operator says so. */
function AlertButton({ onOpen }: { onOpen(): void }) {
  const comingSoon = useStore($comingSoon);
  useEffect(() => void loadFeatures(), []);
  const isSoon = comingSoon?.includes('price-alerts') ?? false;
  return (
    <button
      type="button"
      className="button"
      disabled={isSoon}
      title={isSoon ? 'Coming soon' : undefined}
      onClick={onOpen}
    >
      <Icon name="bell" /> Alert me
    </button>
  );
}
