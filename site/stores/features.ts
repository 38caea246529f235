import { atom } from 'nanostores';
import { dataOf } from '#site/client/api.ts';

/** Features that the operator shows as "coming soon" (FEATURES_COMING_SOON); null until asked. */
export const $comingSoon = atom<readonly string[] | null>(null);

/** Asks once a page; when the answer fails, features are as they are by default: on. */
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
