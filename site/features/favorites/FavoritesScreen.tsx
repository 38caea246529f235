/* /favorites (spec §2): needs a stored token; a 401 from its call leads to /login. */
import { useEffect, useState } from 'react';
import type { Favorite, FavoriteStats } from '#site/api/responses/favorite.ts';
import { bodyOf, dataOf, removed } from '#site/client/api.ts';
import { ApiError, isSignedOut } from '#site/client/api-error.ts';
import { confirmWith, tell } from '#site/stores/dialog.ts';
import { $comingSoon } from '#site/stores/features.ts';
import { loginPath } from '#site/stores/free-searches.ts';
import { clearSession } from '#site/stores/session.ts';
import { FigureTiles } from '#site/ui/FigureTiles.tsx';
import { EmptyPanel, Loaded, Skeletons } from '#site/ui/panels.tsx';
import { SelectField } from '#site/ui/SelectField.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { RemoveButton, useRemovals } from '#site/ui/use-removals.tsx';
import { SignedIn } from '../account/SignedIn.tsx';
import '#site/styles/narrow-form.css';
import { useStore } from '@nanostores/react';
import { priceChangePercent, priceChangeText } from '#domain/prices/price-change.ts';
import { savedTimeAgo } from '#domain/text/time-ago.ts';
import { DetailRating } from '#site/ui/DetailRating.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText } from '#site/ui/price-text.ts';
import { Sparkline, sparkLine } from '#site/ui/Sparkline.tsx';

/** Spec §9: newest first, 50 at most. */
const NEWEST = { sortBy: 'addedAt', sortOrder: 'desc', limit: '50' } as const;

/** Spec §8. */
const TEXTS = {
  refused: 'Failed to load favorites',
  failed: 'Failed to load favorites. Please try again.',
  confirm: 'Are you sure you want to remove this from your favorites?',
  removeFailed: 'Failed to remove favorite. Please try again.',
} as const;
const NOT_PURCHASED = 'Your change could not be saved. Please try again.';

const ORDERS = {
  newest: 'Newest first',
  drop: 'Largest drop first',
  price: 'Lowest price first',
} as const;
type Order = keyof typeof ORDERS;

function ordered(favorites: readonly Favorite[], order: Order): Favorite[] {
  if (order === 'newest') return [...favorites];
  return favorites.toSorted((a, b) =>
    order === 'price'
      ? a.productSnapshot.currentPrice - b.productSnapshot.currentPrice
      : a.priceChangePercent - b.priceChangePercent,
  );
}

export function FavoritesScreen() {
  return <SignedIn>{() => <Screen />}</SignedIn>;
}

function Screen() {
  const call = useCall(() => dataOf((api) => api.favorites.$get({ query: NEWEST })));
  const [order, setOrder] = useState<Order>('newest');
  const { remove, status } = useRemovals();
  const fault = call.state.status === 'error' ? call.state.fault : null;
  useEffect(() => {
    if (!isSignedOut(fault)) return;
    clearSession();
    location.replace(loginPath());
  }, [fault]);

  const update = (next: (favorites: Favorite[]) => Favorite[]) =>
    call.change((data) => {
      const favorites = next(data.favorites);
      return { favorites, stats: statsAfter(data.favorites, favorites, data.stats) };
    });
  const replace = (changed: Favorite) =>
    update((favorites) => favorites.map((one) => (one._id === changed._id ? changed : one)));
  const askToRemove = async ({ _id, productSnapshot }: Favorite, button: HTMLElement) => {
    if (!(await confirmWith(TEXTS.confirm, 'Remove'))) return;
    await remove({
      button,
      words: `${productSnapshot.name} removed`,
      failure: TEXTS.removeFailed,
      async call() {
        await removed((api) => api.favorites[':id'].$delete({ param: { id: _id } }));
        update((favorites) => favorites.filter((one) => one._id !== _id));
      },
    });
  };
  /** Updates the checkbox at once; on failure reverts it and shows a message. */
  const purchase = async ({ _id, purchased }: Favorite) => {
    const mark = (value: boolean) =>
      update((favorites) =>
        favorites.map((one) => (one._id === _id ? { ...one, purchased: value } : one)),
      );
    mark(!purchased);
    const change = { param: { id: _id }, json: { purchased: !purchased } };
    try {
      await bodyOf((api) => api.favorites[':id'].purchased.$patch(change));
    } catch {
      // Logged by the caller of the API.
      mark(purchased);
      await tell(NOT_PURCHASED);
    }
  };

  return (
    <div className="stack loose">
      <h1 tabIndex={-1}>Favorites</h1>
      {status}
      <Loaded call={call} loading={<Skeletons count={6} />} failure={failureText}>
        {({ favorites, stats }) => (
          <>
            <FigureTiles
              figures={[
                { label: 'Saved', value: stats.total },
                { label: 'Price drops', value: stats.priceDropped },
                { label: 'Purchased', value: stats.purchased },
              ]}
            />
            {favorites.length > 1 && (
              <div className="narrow-form">
                <SelectField
                  id="order"
                  label="Sort"
                  value={order}
                  options={Object.entries(ORDERS)}
                  onValue={(value) => setOrder(value as Order)}
                />
              </div>
            )}
            {favorites.length === 0 ? (
              <EmptyPanel
                title="No favourites yet"
                text="Use the heart on any offer to keep it here and watch its price."
                action="Start Shopping"
                href="/search"
              />
            ) : (
              <ul className="plain-list cards">
                {ordered(favorites, order).map((favorite) => (
                  <FavoriteCard
                    key={favorite._id}
                    favorite={favorite}
                    onRemove={(button) => void askToRemove(favorite, button)}
                    onPurchase={() => void purchase(favorite)}
                    onChange={replace}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Spec §8: the server said no, or could not be reached. */
function failureText(fault: unknown): string {
  const isRefusal = fault instanceof ApiError && fault.status === 200;
  return isRefusal ? TEXTS.refused : TEXTS.failed;
}

/** Counts over all favourites, adjusted locally because the page holds only the newest 50. */
function statsAfter(before: Favorite[], now: Favorite[], stats: FavoriteStats): FavoriteStats {
  const change = (counts: (favorite: Favorite) => boolean) =>
    now.filter(counts).length - before.filter(counts).length;
  return {
    total: stats.total + change(() => true),
    priceDropped:
      stats.priceDropped +
      change(
        ({ productSnapshot: { currentPrice, priceAtFavorite } }) => currentPrice < priceAtFavorite,
      ),
    purchased: stats.purchased + change(({ purchased }) => purchased),
  };
}

interface FavoriteCardProps {
  favorite: Favorite;
  onRemove(button: HTMLElement): void;
  onPurchase(): void;
  onChange(favorite: Favorite): void;
}
type AlertButtonProps = Pick<FavoriteCardProps, 'favorite' | 'onChange'>;

/** A favourite with its current price against the price when saved. */
function FavoriteCard({ favorite, onRemove, onPurchase, onChange }: FavoriteCardProps) {
  const { productSnapshot: product, addedAt, cheapest, recentPrices } = favorite;
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
        {cheapest && cheapest.price < product.currentPrice && (
          <p className="leader small toned tone-green">
            <span>Cheapest now: {cheapest.shop}</span>
            <span className="figures">{audText(cheapest.price)}</span>
          </p>
        )}
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
        {sparkLine(recentPrices) && (
          <p className="row small muted">
            At {product.retailer.name}: <Sparkline changes={recentPrices} />
          </p>
        )}
        <p className="muted small">Saved {savedTimeAgo(Date.parse(addedAt), Date.now())}</p>
        {favorite.priceAlert.unconfirmed && <p className="small toned tone-yellow">{NOT_ACTIVE}</p>}
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
        <RemoveButton
          label={`Remove ${product.name} from favorites`}
          className="danger"
          onRemove={onRemove}
        />
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
