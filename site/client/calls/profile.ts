import type { z } from 'zod';
import type { profileFavorite } from '#site/api/responses/favorite.ts';
import type { searchHistoryItem, viewHistoryItem } from '#site/api/responses/history.ts';
import { callApi, callForData, callToRemove } from '../api.ts';

export type SearchEntry = z.infer<typeof searchHistoryItem>;
export type ViewEntry = z.infer<typeof viewHistoryItem>;
export type SavedEntry = z.infer<typeof profileFavorite>;

/** The three lists of the profile, by the word of their call. */
export interface ProfileLists {
  'search-history': SearchEntry;
  'view-history': ViewEntry;
  favorites: SavedEntry;
}

export function profileList<Name extends keyof ProfileLists>(
  name: Name,
): Promise<ProfileLists[Name][]> {
  return callForData('GET', `/user/${name}`);
}

export function deleteEntry(name: keyof ProfileLists, id: string): Promise<void> {
  return callToRemove(`/user/${name}/${id}`);
}

export function clearHistory(name: 'search-history' | 'view-history'): Promise<unknown> {
  return callApi('DELETE', `/user/${name}`);
}
