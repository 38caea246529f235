import { EntryCard } from './EntryCard.tsx';
import { EntryList } from './EntryList.tsx';
import { useEntries } from './use-entries.ts';

const TEXTS = {
  'view-history': {
    failure: 'Your views could not be loaded.',
    empty: {
      title: 'No views yet',
      text: 'Products you look at while signed in are listed here.',
    },
    verb: 'Viewed',
    removeLabel: 'Delete the view of',
  },
  favorites: {
    failure: 'Your favorites could not be loaded.',
    empty: { title: 'No favorites yet', text: 'Use the heart on any offer to keep it here.' },
    verb: 'Added',
    removeLabel: 'Remove',
  },
} as const;

/** View History and Favorites of the profile: cards, each can be deleted; the history also at once. */
export function ProductEntries({ name }: { name: keyof typeof TEXTS }) {
  const { state, retry, remove, clear } = useEntries(name);
  const { failure, empty, verb, removeLabel } = TEXTS[name];
  return (
    <EntryList
      state={state}
      failure={failure}
      empty={empty}
      onRetry={retry}
      onRemove={remove}
      onClear={name === 'view-history' ? () => clear(name) : undefined}
    >
      {(entries, removeEntry) => (
        <ul className="plain-list cards">
          {entries.map((entry) => (
            <EntryCard
              key={entry.id}
              entry={entry}
              verb={verb}
              date={'addedAt' in entry ? entry.addedAt : entry.timestamp}
              removeLabel={removeLabel}
              onRemove={(button) => removeEntry(entry, entry.productName, button)}
            />
          ))}
        </ul>
      )}
    </EntryList>
  );
}
