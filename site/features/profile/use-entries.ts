import type { z } from 'zod';
import type { profileFavorite } from '#site/api/responses/favorite.ts';
import type { searchHistoryItem, viewHistoryItem } from '#site/api/responses/history.ts';
import { callApi, callForData, callToRemove } from '#site/client/api.ts';
import { useCall } from '#site/ui/use-call.ts';

/** One list of the profile and its deletions; a failed deletion is logged by the API's caller and changes nothing (spec §8). */
export function useEntries<Name extends keyof ProfileLists>(name: Name) {
  type Entry = ProfileLists[Name];
  const { state, run, change } = useCall<Entry[]>(() => profileList(name), name);
  return {
    state,
    retry: () => void run(),
    /** Answers whether it is gone. */
    remove(gone: Entry): Promise<boolean> {
      return deleteEntry(name, gone.id).then(
        () => {
          change((entries) => entries.filter((entry) => entry.id !== gone.id));
          return true;
        },
        () => false,
      );
    },
    clear(history: 'search-history' | 'view-history') {
      clearHistory(history).then(
        () => change(() => []),
        () => undefined,
      );
    },
  };
}

type SearchEntry = z.infer<typeof searchHistoryItem>;
type ViewEntry = z.infer<typeof viewHistoryItem>;
type SavedEntry = z.infer<typeof profileFavorite>;

/** The three lists of the profile, by the word of their call. */
interface ProfileLists {
  'search-history': SearchEntry;
  'view-history': ViewEntry;
  favorites: SavedEntry;
}

function profileList<Name extends keyof ProfileLists>(name: Name): Promise<ProfileLists[Name][]> {
  return callForData('GET', `/user/${name}`);
}

function deleteEntry(name: keyof ProfileLists, id: string): Promise<void> {
  return callToRemove(`/user/${name}/${id}`);
}

function clearHistory(name: 'search-history' | 'view-history'): Promise<unknown> {
  return callApi('DELETE', `/user/${name}`);
}
