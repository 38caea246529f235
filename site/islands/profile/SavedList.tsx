import { EntryCard } from './EntryCard.tsx';
import { EntryList } from './EntryList.tsx';
import { useEntries } from './use-entries.ts';

/** Favorites as the profile lists them; the favourites page has the prices compared. */
export function SavedList() {
  const { state, retry, remove } = useEntries('favorites');
  return (
    <EntryList
      state={state}
      failure="Your favorites could not be loaded."
      empty={{ title: 'No favorites yet', text: 'Use the heart on any offer to keep it here.' }}
      onRetry={retry}
    >
      {(entries) => (
        <ul className="plain-list cards">
          {entries.map((entry) => (
            <EntryCard
              key={entry.id}
              entry={entry}
              verb="Added"
              date={entry.addedAt}
              removeLabel="Remove"
              onRemove={() => remove(entry)}
            />
          ))}
        </ul>
      )}
    </EntryList>
  );
}
