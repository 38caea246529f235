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

interface OfferProps {
  product: SearchProduct;
  averagePrice: number | null;
  clockMs: number;
}

/** The highest AI score, on a docket. */
export function TopPick({ product, averagePrice, clockMs }: OfferProps) {
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

/** One offer of the list: name and price first, on a phone too. */
export function OfferRow({
  product,
  averagePrice,
  clockMs,
  eager,
}: OfferProps & { eager: boolean }) {
  const saving = averagePrice === null ? 0 : savingAgainst(averagePrice, product.currentPrice);
  return (
    <li className="card offer">
      <LazyImage src={product.imageUrl} alt="" eager={eager} />
      <h3>
        <a href={`/product/${product._id}`}>{product.name}</a>
      </h3>
      <div className="offer-buy">
        <div className="offer-price">
          <PriceBlock product={product} />
          {saving > 0 && (
            <span className="small toned tone-green figures">{audText(saving)} below average</span>
          )}
          <Sparkline changes={product.recentPrices} />
        </div>
        <div className="row offer-actions">
          <FavoriteButton product={product} />
          <OutboundLink href={product.productUrl} className="button">
            View deal
          </OutboundLink>
        </div>
      </div>
      <div className="row offer-facts">
        <ScoreBadge score10={product.aiScore.overall} />
        <Rating {...product.rating} />
        <StockBadge availability={product.availability} />
        <ShrunkBadge shrunk={product.shrunk} />
      </div>
      <RetailerLine product={product} />
      <Freshness product={product} clockMs={clockMs} />
    </li>
  );
}
