import { savingAgainst } from '#domain/prices/price-change.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText } from '#site/ui/price-text.ts';
import { ShrunkBadge } from '#site/ui/ShrunkBadge.tsx';
import { Sparkline } from '#site/ui/Sparkline.tsx';
import { StockBadge } from '#site/ui/StockBadge.tsx';
import { FavoriteButton } from '../favorites/FavoriteButton.tsx';
import { Freshness, PriceBlock, Rating, RetailerLine, ScoreBadge } from './offer-parts.tsx';

interface TopPickProps {
  product: SearchProduct;
  averagePrice: number | null;
  clockMs: number;
}

/** The highest AI score, on a docket. */
export function TopPick({ product, averagePrice, clockMs }: TopPickProps) {
  const saving = averagePrice === null ? 0 : savingAgainst(averagePrice, product.currentPrice);
  return (
    <article className="docket top-pick" aria-labelledby="top-pick-name">
      <div className="row spread">
        <span className="ribbon">Top pick</span>
        <FavoriteButton product={product} />
      </div>
      <div className="top-pick-body">
        <LazyImage src={product.imageUrl} alt="" eager />
        <div className="stack tight">
          <h2 id="top-pick-name">
            <a href={`/product/${product._id}`}>{product.name}</a>
          </h2>
          <PriceBlock product={product} hero />
          <div className="row">
            <ScoreBadge score10={product.aiScore.overall} />
            <Rating {...product.rating} />
            <StockBadge availability={product.availability} />
            <ShrunkBadge shrunk={product.shrunk} />
          </div>
          <Sparkline changes={product.recentPrices} />
        </div>
      </div>
      <hr className="rule" />
      <RetailerLine product={product} />
      {product.aiRecommendation.reason && <p>{product.aiRecommendation.reason}</p>}
      {product.aiRecommendation.highlights.length > 0 && (
        <ul className="highlights">
          {product.aiRecommendation.highlights.map((highlight) => (
            <li key={highlight}>{highlight}</li>
          ))}
        </ul>
      )}
      <hr className="rule" />
      {saving > 0 && (
        <p className="leader strong toned tone-green">
          <span>Below the average</span>
          <span className="figures">{audText(saving)}</span>
        </p>
      )}
      <div className="row spread">
        <Freshness product={product} clockMs={clockMs} />
        <OutboundLink href={product.productUrl} className="button wattle">
          View deal
        </OutboundLink>
      </div>
    </article>
  );
}
