/* Product parts that only the signed-in screen shows. */
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { type Availability, parseAvailability } from '#domain/offers/availability.ts';
import { recommendationScoreBand } from '#domain/products/score-band.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { bodyOf } from '#site/client/api.ts';
import { confirmWith } from '#site/client/dialog.ts';
import { $comingSoon } from '#site/stores/features.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { plainText } from '#site/ui/price-text.ts';
import { Trust } from '#site/ui/Trust.tsx';
import type { Tone } from '#site/ui/words.ts';
import '../catalogue/ProductList.css';

/** Spec §2: the availability badge of the detail screen. */
const STOCK: Partial<Record<Availability, { text: string; tone: Tone }>> = {
  in_stock: { text: 'has stock', tone: 'green' },
  out_of_stock: { text: 'out of stock', tone: 'red' },
  limited: { text: 'limited stock', tone: 'yellow' },
  pre_order: { text: 'pre-order', tone: 'blue' },
};
const UNKNOWN_STOCK = { text: 'unknown', tone: 'grey' } as const;

export function Badges({ product }: { product: ProductDetail }) {
  const { aiScore, availability } = product;
  // Both spellings of some values apply (spec §3).
  const stock = STOCK[parseAvailability(availability)] ?? UNKNOWN_STOCK;
  return (
    <div className="row">
      <span className={`badge tone-${recommendationScoreBand(aiScore.overall)} figures`}>
        AI score {Math.round(aiScore.overall)}/100
      </span>
      <span className={`badge tone-${stock.tone}`}>{stock.text}</span>
    </div>
  );
}

export function Shop({ retailer }: Pick<ProductDetail, 'retailer'>) {
  return (
    <p className="retailer-line">
      <LetterTile name={retailer.name} />
      <span className="row shop-facts">
        <span className="strong">{retailer.name}</span>
        <Trust score={retailer.trustScore} />
        <OutboundLink href={retailer.website} className="reach">
          Website
        </OutboundLink>
      </span>
    </p>
  );
}

export function Reasons({ reasons }: { reasons: ProductDetail['recommendationReasons'] }) {
  if (reasons.length === 0) return null;
  return (
    <div className="card stack tight">
      <h2 className="card-title">
        <Icon name="spark" /> Why the score
      </h2>
      <ul className="tips">
        {reasons.map(({ reason }) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  );
}

/** 'Alert me'; disabled and titled "Coming soon" when FEATURES_COMING_SOON lists price alerts. */
export function AlertButton({ onOpen }: { onOpen(): void }) {
  const isSoon = useStore($comingSoon).includes('price-alerts');
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

/** Reports an offer as a wrong match; an operator decides. */
export function ReportMismatch({ offerId, retailer }: { offerId: string; retailer: string }) {
  const [isReported, setReported] = useState(false);
  const report = async () => {
    const text = `Report that the offer of ${retailer} is not the same product? We will check it.`;
    if (!(await confirmWith(text, 'Report'))) return;
    // The API client logs the failure; the button stays.
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
      Wrong product?
    </button>
  );
}

/** The parts of the AI score, each 0–100, as bars with their figure. */
export function ScoreBreakdown({ product }: { product: ProductDetail }) {
  const { priceScore, qualityScore, popularityScore } = product.aiScore;
  const parts = [
    { name: 'Price', score100: priceScore },
    { name: 'Quality', score100: qualityScore },
    { name: 'Popularity', score100: popularityScore },
  ];
  return (
    <section className="stack" aria-labelledby="score-title">
      <h2 id="score-title">AI score breakdown</h2>
      <dl className="scores">
        {parts.map(({ name, score100 }) => (
          <div key={name} className={`tone-${recommendationScoreBand(score100)}`}>
            <dt>{name}</dt>
            <dd className="price">{Math.round(score100)}</dd>
            <dd>
              <svg width="100%" height="8" aria-hidden="true">
                <rect className="track" width="100%" height="8" rx="4" />
                <rect className="fill" width={`${Math.round(score100)}%`} height="8" rx="4" />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function SimilarProducts({ products }: { products: readonly SearchProduct[] }) {
  if (products.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="similar-title">
      <h2 id="similar-title">Similar products</h2>
      <ul className="plain-list products similar">
        {products.map((product) => (
          <li key={product._id}>
            <a className="card" href={`/product/${product._id}`}>
              <LazyImage src={product.imageUrl} alt="" />
              <span className="name words">{product.name}</span>
              <span className="stack tight foot">
                <span className="price">{plainText(product.currentPrice)}</span>
                <span className="small muted">{product.retailer.name}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
