import {
  clearHistory,
  deleteEntry,
  type ProfileLists,
  profileList,
} from '#site/client/calls/profile.ts';
import { useCall } from '../shared/use-call.ts';

/** One list of the profile and its deletions; a failed deletion is logged by the API's caller and changes nothing (spec §8). */
export function useEntries<Name extends keyof ProfileLists>(name: Name) {
  type Entry = ProfileLists[Name];
  const { state, run, setData } = useCall<Entry[]>(() => profileList(name), name);
  return {
    state,
    retry: () => void run(),
    remove(gone: Entry) {
      if (state.status !== 'success') return;
      const rest = state.data.filter((entry) => entry.id !== gone.id);
      deleteEntry(name, gone.id).then(
        () => setData(rest),
        () => undefined,
      );
    },
    clear(history: 'search-history' | 'view-history') {
      clearHistory(history).then(
        () => setData([]),
        () => undefined,
      );
    },
  };
}
