import { priceChangePercent, priceChangeText } from '#domain/prices/price-change.ts';
import { savedTimeAgo } from '#domain/text/time-ago.ts';
import type { Favorite } from '#site/client/calls/favorites.ts';
import { DetailRating } from '#site/ui/DetailRating.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText } from '#site/ui/price-text.ts';
import { FavoriteAlertButton } from './FavoriteAlertButton.tsx';

interface FavoriteCardProps {
  favorite: Favorite;
  onRemove(button: HTMLElement): void;
  onPurchase(): void;
  onChange(favorite: Favorite): void;
}

/** A saved offer: its price now against the price when saved. */
export function FavoriteCard({ favorite, onRemove, onPurchase, onChange }: FavoriteCardProps) {
  const { productSnapshot: product, addedAt } = favorite;
  const percent = priceChangePercent(product.currentPrice, product.priceAtFavorite);
  const change = priceChangeText(percent);
  return (
    <li className="card product-card">
      <LazyImage src={product.imageUrl} alt="" />
      <div className="card-body">
        <h2 className="card-name">
          <a href={`/product/${favorite.productId}`}>{product.name}</a>
        </h2>
        <DetailRating {...product.rating} />
        <p className="muted small">
          {product.retailer.name} · {product.category}
        </p>
        <p className="leader">
          <span>Now</span>
          <span className="price">{audText(product.currentPrice)}</span>
        </p>
        <p className="leader small muted">
          <span>When saved</span>
          <span className="figures">{audText(product.priceAtFavorite)}</span>
        </p>
        {change && (
          <p>
            <span className={`badge tone-${percent < 0 ? 'green' : 'red'} figures`}>
              <Icon name={percent < 0 ? 'down' : 'up'} /> {change}
            </span>
          </p>
        )}
        <p className="muted small">Saved {savedTimeAgo(Date.parse(addedAt), Date.now())}</p>
        <label className="check small">
          <input type="checkbox" checked={favorite.purchased} onChange={onPurchase} />
          Purchased
        </label>
      </div>
      <div className="row card-actions">
        <OutboundLink href={product.productUrl} className="button">
          View deal
        </OutboundLink>
        <FavoriteAlertButton favorite={favorite} onChange={onChange} />
        <button
          type="button"
          className="button quiet square danger"
          aria-label={`Remove ${product.name} from favorites`}
          data-remove
          onClick={(event) => onRemove(event.currentTarget)}
        >
          <Icon name="trash" />
        </button>
      </div>
    </li>
  );
}
