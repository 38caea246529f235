import type { SearchProduct } from '#site/client/calls/search.ts';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { plainText } from '#site/ui/price-text.ts';
import type { CallState } from '#site/ui/use-call.ts';

/** What is known of the products like one. */
export type SimilarState = CallState<SearchProduct[]>;

/** A grid of like products; nothing when there are none or they could not be read. */
export function SimilarProducts({ similar }: { similar: SimilarState }) {
  if (similar.status !== 'success' || similar.data.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="similar-title">
      <h2 id="similar-title">Similar products</h2>
      <ul className="plain-list cards small-cards">
        {similar.data.map((product) => (
          <li key={product._id}>
            <a className="card stack tight" href={`/product/${product._id}`}>
              <LazyImage src={product.imageUrl} alt="" />
              <span className="strong">{product.name}</span>
              <span className="price">{plainText(product.currentPrice)}</span>
              <span className="small muted">{product.retailer.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
