/* /favorites (spec §2): needs a stored token; a 401 from its call leads to /login. */
import { useEffect, useRef, useState } from 'react';
import type { Favorite, FavoriteStats } from '#site/api/responses/favorite.ts';
import { bodyOf, dataOf, removed } from '#site/client/api.ts';
import { ApiError, isSignedOut } from '#site/client/api-error.ts';
import { confirmWith, tell } from '#site/client/dialog.ts';
import { loginPath } from '#site/stores/free-searches.ts';
import { clearSession } from '#site/stores/session.ts';
import { FigureTiles } from '#site/ui/FigureTiles.tsx';
import { EmptyPanel, Loaded, Skeletons } from '#site/ui/panels.tsx';
import { SelectField } from '#site/ui/SelectField.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { useRemovals } from '#site/ui/use-removals.tsx';
import { SignedIn } from '../account/SignedIn.tsx';
import { FavoriteCard } from './FavoriteCard.tsx';
import '#site/styles/narrow-form.css';

/** Spec §9: newest first, 50 a page. */
const PAGE_SIZE = 50;
const NEWEST = { sortBy: 'addedAt', sortOrder: 'desc', limit: `${PAGE_SIZE}` } as const;

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
  const { isLoading, showMore } = useFurther(call.state, (added, stats) =>
    call.change(({ favorites }) => ({ favorites: [...favorites, ...added], stats })),
  );
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
            {stats.total === 0 ? (
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
            {favorites.length < stats.total && (
              <button
                type="button"
                className="button"
                disabled={isLoading}
                onClick={() => void showMore(favorites)}
              >
                Show more
              </button>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Appends the next page of favourites and focuses its first card. */
function useFurther(state: unknown, append: (added: Favorite[], stats: FavoriteStats) => void) {
  const [isLoading, setLoading] = useState(false);
  const focusNext = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the new cards render
  useEffect(() => {
    document.querySelector<HTMLElement>(`[data-favorite="${focusNext.current}"] h2 a`)?.focus();
    focusNext.current = null;
  }, [state]);
  const showMore = async (shown: readonly Favorite[]) => {
    setLoading(true);
    try {
      // Removed cards move the rest forward, so a page may start with cards that are shown.
      const page = String(Math.floor(shown.length / PAGE_SIZE) + 1);
      const known = new Set(shown.map(({ _id }) => _id));
      const { favorites, stats } = await dataOf((api) =>
        api.favorites.$get({ query: { ...NEWEST, page } }),
      );
      const added = favorites.filter(({ _id }) => !known.has(_id));
      focusNext.current = added[0]?._id ?? null;
      append(added, stats);
    } catch {
      // Logged by the caller of the API.
      await tell(TEXTS.failed);
    } finally {
      setLoading(false);
    }
  };
  return { isLoading, showMore };
}

/** Spec §8: the server said no, or could not be reached. */
function failureText(fault: unknown): string {
  const isRefusal = fault instanceof ApiError && fault.status === 200;
  return isRefusal ? TEXTS.refused : TEXTS.failed;
}

/** Counts over all favourites, adjusted locally because the page may hold only the newest. */
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
