import { atom, onMount } from 'nanostores';
import { dataOf } from '#site/client/api.ts';

/** Features in FEATURES_COMING_SOON, loaded for the first screen that reads them; empty until then, and if the call fails. */
export const $comingSoon = atom<readonly string[]>([]);

onMount($comingSoon, () => {
  dataOf((api) => api.features.$get()).then(
    ({ comingSoon }) => $comingSoon.set(comingSoon),
    (fault: unknown) => console.error('[features] could not be read', fault),
  );
});
