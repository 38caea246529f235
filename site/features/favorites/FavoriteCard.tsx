import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { priceChangePercent, priceChangeText } from '#domain/prices/price-change.ts';
import { savedTimeAgo } from '#domain/text/time-ago.ts';
import type { Favorite } from '#site/api/responses/favorite.ts';
import { dataOf } from '#site/client/api.ts';
import { tell } from '#site/client/dialog.ts';
import { $comingSoon } from '#site/stores/features.ts';
import { DetailRating } from '#site/ui/DetailRating.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { BuyStamp } from '#site/ui/PriceVerdict.tsx';
import { audText } from '#site/ui/price-text.ts';
import { Sparkline, sparkLine } from '#site/ui/Sparkline.tsx';
import { RemoveButton } from '#site/ui/use-removals.tsx';

interface FavoriteCardProps {
  favorite: Favorite;
  onRemove(button: HTMLElement): void;
  onPurchase(): void;
  onChange(favorite: Favorite): void;
}
type AlertButtonProps = Pick<FavoriteCardProps, 'favorite' | 'onChange'>;

/** A favourite with its current price against the price when saved. */
export function FavoriteCard({ favorite, onRemove, onPurchase, onChange }: FavoriteCardProps) {
  const { productSnapshot: product, addedAt, cheapest, recentPrices } = favorite;
  const { buyVerdict, nextSpecial } = favorite;
  const percent = priceChangePercent(product.currentPrice, product.priceAtFavorite);
  const change = priceChangeText(percent);
  return (
    <li className="card product-card" data-favorite={favorite._id}>
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
      </div>
      <div className="card-body">
        {cheapest && cheapest.price < product.currentPrice && (
          <p className="leader small toned tone-green">
            <span>
              Now {audText(product.currentPrice - cheapest.price)} less at {cheapest.shop}
            </span>
            <span className="figures">{audText(cheapest.price)}</span>
          </p>
        )}
        <p className="leader small muted">
          <span>Saved {savedTimeAgo(Date.parse(addedAt), Date.now())}</span>
          <span className="figures">{audText(product.priceAtFavorite)}</span>
        </p>
        {change && (
          <p>
            <span className={`badge tone-${percent < 0 ? 'green' : 'red'} figures`}>
              <Icon name={percent < 0 ? 'down' : 'up'} /> {change}
            </span>
          </p>
        )}
        {sparkLine(recentPrices) && (
          <p className="row small muted">
            <span className="visually-hidden">At {product.retailer.name}:</span>
            <Sparkline changes={recentPrices} />
          </p>
        )}
        {buyVerdict && (
          <p className="row small buy-verdict">
            <BuyStamp word={buyVerdict.word} />
            <span className="why-stamp">{buyVerdict.text}</span>
          </p>
        )}
        {nextSpecial && <p className="small muted">{nextSpecial}</p>}
        {favorite.priceAlert.unconfirmed && <p className="small toned tone-yellow">{NOT_ACTIVE}</p>}
        <label className="check small">
          <input type="checkbox" checked={favorite.purchased} onChange={onPurchase} />
          Purchased
        </label>
      </div>
      <div className="row card-actions">
        <OutboundLink href={product.productUrl} className="button" about={` ${product.name}`}>
          View
        </OutboundLink>
        <FavoriteAlertButton favorite={favorite} onChange={onChange} />
        <RemoveButton label={`Remove ${product.name} from favorites`} onRemove={onRemove} />
      </div>
    </li>
  );
}

const NOT_ACTIVE = 'Alert not active yet: open the link we emailed you';
const FAILED = 'The price alert could not be changed. Please try again.';

function titleOf({ enabled, unconfirmed }: Favorite['priceAlert']): string {
  if (unconfirmed) return NOT_ACTIVE;
  return enabled ? 'Price alert is on' : 'Tell me when it gets cheaper';
}

/** Toggles the alert for any price drop; disabled and titled "Coming soon" when FEATURES_COMING_SOON lists price alerts. */
function FavoriteAlertButton({ favorite, onChange }: AlertButtonProps) {
  const isSoon = useStore($comingSoon).includes('price-alerts');
  const [isBusy, setBusy] = useState(false);
  const { enabled, targetPrice } = favorite.priceAlert;
  const toggle = async () => {
    setBusy(true);
    const change = { param: { id: favorite._id }, json: { enabled: !enabled, targetPrice } };
    try {
      onChange(await dataOf((api) => api.favorites[':id']['price-alert'].$patch(change)));
    } catch {
      // Logged by the caller of the API.
      await tell(FAILED);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className="button quiet square bell"
      aria-pressed={enabled}
      aria-label={`Price alert for ${favorite.productSnapshot.name}`}
      title={isSoon ? 'Coming soon' : titleOf(favorite.priceAlert)}
      disabled={isSoon || isBusy}
      onClick={() => void toggle()}
    >
      <Icon name="bell" />
    </button>
  );
}
