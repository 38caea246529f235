import { recommendationScoreBand } from '#domain/products/score-band.ts';
import type { ProductLink } from '#site/server/public-pages/links.ts';
import { LongList } from '#site/ui/LongList.tsx';
import { Picture } from '#site/ui/Picture.tsx';
import { audText } from '#site/ui/price-text.ts';
import './ProductList.css';
import { counted } from '#domain/text/counted.ts';

/** Cards before the fold. */
const SHOWN = 15;

interface ProductListProps {
  products: readonly ProductLink[];
}

/** Product cards with the price range across shops. */
export function ProductList({ products }: ProductListProps) {
  return (
    <LongList items={products} noun="product" shown={SHOWN}>
      {(part) => <Cards products={part} />}
    </LongList>
  );
}

function Cards({ products }: ProductListProps) {
  return (
    <ul className="plain-list products">
      {products.map(({ name, brand, path, imageUrl, shops, low, high, score }) => (
        <li key={path}>
          <a className="card" href={path}>
            <Picture src={imageUrl} sizes="(width < 36rem) 5.5rem, 11rem" />
            <span className="stack tight words">
              <span className="name">{name}</span>
              {brand && !name.toLowerCase().includes(brand.toLowerCase()) && (
                <span className="small muted">{brand}</span>
              )}
            </span>
            <span className="stack tight foot">
              <span className="row spread">
                <span className="price">{audText(low)}</span>
                {score !== null && (
                  <span className={`badge tone-${recommendationScoreBand(score)} figures`}>
                    AI {Math.round(score)}/100
                  </span>
                )}
              </span>
              <span className="small muted figures">
                {high > low && `to ${audText(high)} · `}
                {counted(shops, 'shop')}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
