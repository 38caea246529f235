import { atom } from 'nanostores';
import { dataOf } from '#site/client/api.ts';

/** Features in FEATURES_COMING_SOON; null until loaded. */
export const $comingSoon = atom<readonly string[] | null>(null);

/** Loads the features once per page. If that fails, all features are on. */
export async function loadFeatures(): Promise<void> {
  if ($comingSoon.get()) return;
  try {
    const { comingSoon } = await dataOf((api) => api.features.$get());
    $comingSoon.set(comingSoon);
  } catch (fault) {
    console.error('[features] could not be read', fault);
    $comingSoon.set([]);
  }
}
