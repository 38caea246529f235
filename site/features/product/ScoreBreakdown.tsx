import { recommendationScoreBand } from '#domain/products/score-band.ts';
import type { ProductDetail } from '#site/client/calls/products.ts';

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
