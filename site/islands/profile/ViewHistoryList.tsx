import { EntryCard } from './EntryCard.tsx';
import { EntryList } from './EntryList.tsx';
import { useEntries } from './use-entries.ts';

/** View History: cards, each can be deleted, or all. */
export function ViewHistoryList() {
  const { state, retry, remove, clear } = useEntries('view-history');
  return (
    <EntryList
      state={state}
      failure="Your views could not be loaded."
      empty={{
        title: 'No views yet',
        text: 'Products you look at while signed in are listed here.',
      }}
      onRetry={retry}
      onClear={() => clear('view-history')}
    >
      {(entries) => (
        <ul className="plain-list cards">
          {entries.map((entry) => (
            <EntryCard
              key={entry.id}
              entry={entry}
              verb="Viewed"
              date={entry.timestamp}
              removeLabel="Delete the view of"
              onRemove={() => remove(entry)}
            />
          ))}
        </ul>
      )}
    </EntryList>
  );
}
