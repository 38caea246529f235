import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { type Favorite, setFavoriteAlert } from '#site/client/calls/favorites.ts';
import { tell } from '#site/stores/dialog.ts';
import { $comingSoon } from '#site/stores/features.ts';
import { Icon } from '#site/ui/Icon.tsx';

interface FavoriteAlertButtonProps {
  favorite: Favorite;
  onChange(favorite: Favorite): void;
}

const FAILED = 'The price alert could not be changed. Please try again.';

/** Turns the alert for any price drop on and off; disabled and titled "Coming soon" where the operator says so. */
export function FavoriteAlertButton({ favorite, onChange }: FavoriteAlertButtonProps) {
  const isSoon = useStore($comingSoon)?.includes('price-alerts') ?? false;
  const [isBusy, setBusy] = useState(false);
  const { enabled, targetPrice } = favorite.priceAlert;
  const toggle = async () => {
    setBusy(true);
    try {
      onChange(await setFavoriteAlert(favorite._id, !enabled, targetPrice));
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
      title={
        isSoon ? 'Coming soon' : enabled ? 'Price alert is on' : 'Tell me when it gets cheaper'
      }
      disabled={isSoon || isBusy}
      onClick={() => void toggle()}
    >
      <Icon name="bell" />
    </button>
  );
}
