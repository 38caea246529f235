import { recommendationScoreBand, trustBand } from '#domain/products/score-band.ts';
import type { RecommendedProduct } from '#site/client/calls/recommendations.ts';
import { DetailRating } from '#site/ui/DetailRating.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { plainText } from '#site/ui/price-text.ts';

interface RecommendationCardProps {
  product: RecommendedProduct;
  /** The first reason shows on the personalized tab only (spec §2). */
  showReason: boolean;
}

/** One recommended product. */
export function RecommendationCard({ product, showReason }: RecommendationCardProps) {
  const { retailer, aiScore, originalPrice, currentPrice } = product;
  const reason = showReason ? product.recommendationReasons[0]?.reason : undefined;
  return (
    <li className="card product-card">
      <LazyImage src={product.imageUrl} alt="" />
      <div className="card-body">
        <div className="row">
          <span className={`badge tone-${recommendationScoreBand(aiScore.overall)} figures`}>
            AI {Math.round(aiScore.overall)}/100
          </span>
          <span className={`badge tone-${trustBand(retailer.trustScore)} figures`}>
            Trust {retailer.trustScore.toFixed(1)}/10
          </span>
        </div>
        <h2 className="card-name">
          <a href={`/product/${product._id}`}>{product.name}</a>
        </h2>
        <DetailRating {...product.rating} />
        <p className="row product-price">
          <span className="price">{plainText(currentPrice)}</span>
          {originalPrice !== null && originalPrice > currentPrice && (
            <s className="was small">{plainText(originalPrice)}</s>
          )}
        </p>
        <p className="muted small">
          {retailer.name} · {product.category}
        </p>
        {reason && (
          <p className="small muted why">
            <Icon name="spark" /> {reason}
          </p>
        )}
      </div>
      <div className="row card-actions">
        <OutboundLink href={product.productUrl} className="button">
          View deal
        </OutboundLink>
      </div>
    </li>
  );
}
