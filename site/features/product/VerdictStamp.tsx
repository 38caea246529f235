import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { VERDICT_WORDS } from '#site/ui/words.ts';
import type { KnownHistory } from './use-price-history.ts';

/** The verdict on a claimed "was" price; null when none is claimed or nothing was observed. */
export function verdictOf(product: ProductDetail, { verdict }: KnownHistory) {
  return claims(product) ? verdict : null;
}

/** Was it really cheaper? As a stamp beside the price. */
export function VerdictStamp(props: { product: ProductDetail; history: KnownHistory }) {
  const verdict = verdictOf(props.product, props.history);
  if (props.history.status === 'loading' && claims(props.product)) {
    // Its place, so that nothing moves when the verdict comes.
    return (
      <span className="stamp pending" aria-hidden="true">
        {VERDICT_WORDS.genuine.text}
      </span>
    );
  }
  if (!verdict) return null;
  const { text, tone } = VERDICT_WORDS[verdict.verdict];
  return <span className={`stamp tone-${tone}`}>{text}</span>;
}

/** Whether the product says that it cost more before. */
function claims({ originalPrice, currentPrice }: ProductDetail): boolean {
  return originalPrice !== null && originalPrice > currentPrice;
}
