import { savingAgainst } from '#domain/price-change.ts';
import type { SearchProduct } from '#site/client/calls/search.ts';
import { audText } from '#site/client/price-text.ts';
import { FavoriteButton } from '../shared/FavoriteButton.tsx';
import { LazyImage } from '../shared/LazyImage.tsx';
import { OutboundLink } from '../shared/OutboundLink.tsx';
import {
  Freshness,
  PriceBlock,
  Rating,
  RetailerLine,
  ScoreBadge,
  StockBadge,
} from './offer-parts.tsx';

interface OfferRowProps {
  product: SearchProduct;
  averagePrice: number | null;
  clockMs: number;
  eager: boolean;
}

/** One offer of the list. */
export function OfferRow({ product, averagePrice, clockMs, eager }: OfferRowProps) {
  const saving = averagePrice === null ? 0 : savingAgainst(averagePrice, product.currentPrice);
  return (
    <li className="card offer">
      <LazyImage src={product.imageUrl} alt="" eager={eager} />
      <div className="offer-words">
        <h3>
          <a href={`/product/${product._id}`}>{product.name}</a>
        </h3>
        <div className="row">
          <ScoreBadge score10={product.aiScore.overall} />
          <Rating {...product.rating} />
          <StockBadge availability={product.availability} />
        </div>
        <RetailerLine product={product} />
        <Freshness product={product} clockMs={clockMs} />
      </div>
      <div className="offer-buy">
        <PriceBlock product={product} />
        {saving > 0 && (
          <span className="small toned tone-green figures">{audText(saving)} below average</span>
        )}
        <div className="row offer-actions">
          <FavoriteButton product={product} />
          <OutboundLink href={product.productUrl} className="button">
            View deal
          </OutboundLink>
        </div>
      </div>
    </li>
  );
}
