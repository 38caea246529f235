/* /favorites (spec §2): needs a stored token; a 401 from its call leads to /login. */
import { useEffect, useState } from 'react';
import type { Favorite, FavoriteStats } from '#site/api/responses/favorite.ts';
import { bodyOf, dataOf, removed } from '#site/client/api.ts';
import { ApiError, isSignedOut } from '#site/client/api-error.ts';
import { faultAdvice } from '#site/client/fault-advice.ts';
import { focusAfterRemoval } from '#site/client/focus-after-removal.ts';
import { confirmWith, tell } from '#site/stores/dialog.ts';
import { loadFeatures } from '#site/stores/features.ts';
import { clearSession } from '#site/stores/session.ts';
import { DialogHost } from '#site/ui/DialogHost.tsx';
import { CardSkeletons, EmptyPanel, FailurePanel } from '#site/ui/panels.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { loginPath, SignedIn } from '../account/SignedIn.tsx';
import { FavoriteCard } from './FavoriteCard.tsx';

/** Spec §9: newest first, 50 at most. */
const NEWEST = { sortBy: 'addedAt', sortOrder: 'desc', limit: '50' } as const;

/** Spec §8. */
const TEXTS = {
  refused: 'Failed to load favorites',
  failed: 'Failed to load favorites. Please try again.',
  confirm: 'Are you sure you want to remove this from your favorites?',
  removeFailed: 'Failed to remove favorite. Please try again.',
} as const;
const NOT_PURCHASED = 'This could not be saved, so the box is as it was. Please try again.';

/** The whole island. */
export function FavoritesScreen() {
  return (
    <>
      <SignedIn>{() => <Screen />}</SignedIn>
      <DialogHost />
    </>
  );
}

function Screen() {
  const { state, run, change } = useCall(() =>
    dataOf((api) => api.favorites.$get({ query: NEWEST })),
  );
  const [said, say] = useState('');
  useEffect(() => void loadFeatures(), []);
  const fault = state.status === 'error' ? state.fault : null;
  useEffect(() => {
    if (!isSignedOut(fault)) return;
    clearSession();
    location.replace(loginPath());
  }, [fault]);

  const update = (next: (favorites: Favorite[]) => Favorite[]) =>
    change((data) => {
      const favorites = next(data.favorites);
      return { favorites, stats: statsAfter(data, favorites) };
    });
  const replace = (changed: Favorite) =>
    update((favorites) => favorites.map((one) => (one._id === changed._id ? changed : one)));
  const remove = async (gone: Favorite, button: HTMLElement) => {
    const moveFocus = focusAfterRemoval(button);
    if (!(await confirmWith(TEXTS.confirm, 'Remove'))) return;
    try {
      await removed((api) => api.favorites[':id'].$delete({ param: { id: gone._id } }));
      moveFocus();
      update((favorites) => favorites.filter(({ _id }) => _id !== gone._id));
      say(`${gone.productSnapshot.name} removed`);
    } catch {
      // Logged by the caller of the API.
      await tell(TEXTS.removeFailed);
    }
  };
  /** The box follows the shopper at once; where the server refuses, it goes back and says so. */
  const purchase = async (favorite: Favorite) => {
    const { _id, purchased } = favorite;
    const mark = (value: boolean) =>
      update((favorites) =>
        favorites.map((one) => (one._id === _id ? { ...one, purchased: value } : one)),
      );
    mark(!purchased);
    try {
      await bodyOf((api) =>
        api.favorites[':id'].purchased.$patch({
          param: { id: _id },
          json: { purchased: !purchased },
        }),
      );
    } catch {
      // Logged by the caller of the API.
      mark(purchased);
      await tell(NOT_PURCHASED);
    }
  };

  return (
    <div className="stack loose">
      <h1 tabIndex={-1}>Favorites</h1>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {state.status === 'loading' && <CardSkeletons count={6} />}
      {state.status === 'error' && (
        <FailurePanel
          text={failureText(state.fault)}
          advice={faultAdvice(state.fault)}
          onRetry={() => void run()}
        />
      )}
      {state.status === 'success' && (
        <>
          <Tiles stats={state.data.stats} />
          {state.data.favorites.length === 0 ? (
            <EmptyPanel
              title="No favorites yet"
              text="Use the heart on any offer to keep it here and watch its price."
            >
              <a className="button primary" href="/search">
                Start Shopping
              </a>
            </EmptyPanel>
          ) : (
            <ul className="plain-list cards">
              {state.data.favorites.map((favorite) => (
                <FavoriteCard
                  key={favorite._id}
                  favorite={favorite}
                  onRemove={(button) => void remove(favorite, button)}
                  onPurchase={() => void purchase(favorite)}
                  onChange={replace}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}

/** Spec §8: the server said no, or could not be reached. */
function failureText(fault: unknown): string {
  const isRefusal = fault instanceof ApiError && fault.status === 200;
  return isRefusal ? TEXTS.refused : TEXTS.failed;
}

/** The counts of all that is saved, of which the page holds 50: they change by what changes on it. */
function statsAfter(before: { favorites: Favorite[]; stats: FavoriteStats }, now: Favorite[]) {
  const [was, is] = [statsOf(before.favorites), statsOf(now)];
  return {
    total: before.stats.total + is.total - was.total,
    priceDropped: before.stats.priceDropped + is.priceDropped - was.priceDropped,
    purchased: before.stats.purchased + is.purchased - was.purchased,
  };
}

function statsOf(favorites: readonly Favorite[]) {
  return {
    total: favorites.length,
    priceDropped: favorites.filter(
      ({ productSnapshot: { currentPrice, priceAtFavorite } }) => currentPrice < priceAtFavorite,
    ).length,
    purchased: favorites.filter(({ purchased }) => Boolean(purchased)).length,
  };
}

function Tiles({ stats }: { stats: FavoriteStats }) {
  const tiles = [
    { label: 'Saved', figure: stats.total },
    { label: 'Price drops', figure: stats.priceDropped },
    { label: 'Purchased', figure: stats.purchased },
  ];
  return (
    <dl className="tiles tiles-3">
      {tiles.map(({ label, figure }) => (
        <div key={label} className="tile-figure">
          <dt className="small">{label}</dt>
          <dd className="price">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
