import { similarProducts } from '#site/client/calls/products.ts';
import { plainText } from '#site/client/price-text.ts';
import { LazyImage } from '../shared/LazyImage.tsx';
import { useCall } from '../shared/use-call.ts';

/** A grid of like products; nothing when there are none or they could not be read. */
export function SimilarProducts({ id }: { id: string }) {
  const { state } = useCall(() => similarProducts(id), id);
  if (state.status !== 'success' || state.data.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="similar-title">
      <h2 id="similar-title">Similar products</h2>
      <ul className="plain-list cards small-cards">
        {state.data.map((product) => (
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
