import {
  clearHistory,
  deleteEntry,
  type ProfileLists,
  profileList,
} from '#site/client/calls/profile.ts';
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
