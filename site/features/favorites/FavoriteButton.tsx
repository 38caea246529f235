import { useStore } from '@nanostores/react';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { $favorites, toggleFavorite } from '#site/stores/favorites.ts';
import { Icon } from '#site/ui/Icon.tsx';

/** Favourite toggle of an offer: not saved, saved or busy. */
export function FavoriteButton({ product }: { product: SearchProduct }) {
  const state = useStore($favorites)[product.productUrl] ?? 'not-saved';
  const isSaved = state === 'saved';
  return (
    <button
      type="button"
      className="button quiet square favorite needs-script"
      aria-pressed={isSaved}
      aria-label={`Save ${product.name} from ${product.retailer.name} to favorites`}
      disabled={state === 'busy'}
      onClick={() => void toggleFavorite(product)}
    >
      <Icon name={isSaved ? 'heart-filled' : 'heart'} />
    </button>
  );
}
