import { bodyOf, dataOf, removed } from '#site/client/api.ts';
import { useCall } from '#site/ui/use-call.ts';

/** The calls of one list of the profile. */
export interface EntryCalls<Entry> {
  list(): Promise<Entry[]>;
  remove(id: string): Promise<void>;
  /** Absent where a list cannot be cleared at once. */
  clear?(): Promise<unknown>;
}

/** GET, DELETE and DELETE of one entry of /user/search-history. */
export const SEARCH_HISTORY = {
  list: () => dataOf((api) => api.user['search-history'].$get()),
  remove: (id: string) =>
    removed((api) => api.user['search-history'][':id'].$delete({ param: { id } })),
  clear: () => bodyOf((api) => api.user['search-history'].$delete()),
};

/** The same of /user/view-history. */
export const VIEW_HISTORY = {
  list: async () => {
    const views = await dataOf((api) => api.user['view-history'].$get());
    return views.map(({ timestamp, ...view }) => ({ ...view, at: timestamp }));
  },
  remove: (id: string) =>
    removed((api) => api.user['view-history'][':id'].$delete({ param: { id } })),
  clear: () => bodyOf((api) => api.user['view-history'].$delete()),
};

/** The same of /user/favorites, which cannot be cleared at once. */
export const FAVORITES = {
  list: async () => {
    const saved = await dataOf((api) => api.user.favorites.$get());
    return saved.map(({ addedAt, ...product }) => ({ ...product, at: addedAt }));
  },
  remove: (id: string) => removed((api) => api.user.favorites[':id'].$delete({ param: { id } })),
};

/**
 * One list of the profile and its deletions; a failed deletion is logged by the client and changes nothing (spec §8).
 * Another list is another component: the calls must not change.
 */
export function useEntries<Entry extends { id: string }>({
  list,
  remove,
  clear,
}: EntryCalls<Entry>) {
  const { state, run, change } = useCall(list);
  return {
    state,
    retry: () => void run(),
    /** Answers whether it is gone. */
    remove(gone: Entry): Promise<boolean> {
      return remove(gone.id).then(
        () => {
          change((entries) => entries.filter((entry) => entry.id !== gone.id));
          return true;
        },
        () => false,
      );
    },
    /** Absent where the list cannot be cleared at once. */
    clear:
      clear &&
      (() => {
        clear().then(
          () => change(() => []),
          () => undefined,
        );
      }),
  };
}
