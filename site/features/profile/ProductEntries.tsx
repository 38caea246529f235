import { savedTimeAgo } from '#domain/text/time-ago.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { plainText } from '#site/ui/price-text.ts';
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

interface EntryCardProps {
  entry: {
    productName: string;
    imageUrl: string;
    retailer: string;
    price: number | null;
    productUrl: string;
  };
  /** 'Viewed', 'Added'. */
  verb: string;
  date: string;
  removeLabel: string;
  onRemove(button: HTMLElement): void;
}

/** A viewed or saved product on the profile. */
function EntryCard({ entry, verb, date, removeLabel, onRemove }: EntryCardProps) {
  return (
    <li className="card product-card">
      <LazyImage src={entry.imageUrl} alt="" />
      <div className="card-body">
        <h2 className="card-name">{entry.productName}</h2>
        {entry.price !== null && <span className="price">{plainText(entry.price)}</span>}
        <p className="muted small">
          {entry.retailer} · {verb} {savedTimeAgo(Date.parse(date), Date.now())}
        </p>
      </div>
      <div className="row card-actions">
        {entry.productUrl ? (
          <OutboundLink href={entry.productUrl} className="button">
            View deal
          </OutboundLink>
        ) : (
          <span className="muted small">No shop offers it now</span>
        )}
        <button
          type="button"
          className="button quiet square"
          data-remove
          aria-label={`${removeLabel} ${entry.productName}`}
          onClick={(event) => onRemove(event.currentTarget)}
        >
          <Icon name="trash" />
        </button>
      </div>
    </li>
  );
}
