import { savedTimeAgo } from '#domain/text/time-ago.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { plainText } from '#site/ui/price-text.ts';
import { EntryList } from './EntryList.tsx';
import { type EntryCalls, FAVORITES, useEntries, VIEW_HISTORY } from './use-entries.ts';

/** A product as a list of the profile keeps it; price in dollars. */
interface ProductEntry {
  id: string;
  /** When it was viewed or added, ISO. */
  at: string;
  productName: string;
  imageUrl: string;
  retailer: string;
  price: number | null;
  productUrl: string;
}

interface ProductEntriesProps {
  calls: EntryCalls<ProductEntry>;
  failure: string;
  empty: { title: string; text: string };
  verb: string;
  removeLabel: string;
}

/** What View History shows. */
export const VIEWS = {
  calls: VIEW_HISTORY,
  failure: 'Your views could not be loaded.',
  empty: { title: 'No views yet', text: 'Products you look at while signed in are listed here.' },
  verb: 'Viewed',
  removeLabel: 'Delete the view of',
};

/** What Favorites shows. */
export const SAVED = {
  calls: FAVORITES,
  failure: 'Your favorites could not be loaded.',
  empty: { title: 'No favorites yet', text: 'Use the heart on any offer to keep it here.' },
  verb: 'Added',
  removeLabel: 'Remove',
};

/** View History and Favorites of the profile: cards, each can be deleted; the history also at once. */
export function ProductEntries(props: ProductEntriesProps) {
  const { calls, failure, empty, verb, removeLabel } = props;
  const { state, retry, remove, clear } = useEntries(calls);
  return (
    <EntryList
      state={state}
      failure={failure}
      empty={empty}
      onRetry={retry}
      onRemove={remove}
      onClear={clear}
    >
      {(entries, removeEntry) => (
        <ul className="plain-list cards">
          {entries.map((entry) => (
            <EntryCard
              key={entry.id}
              entry={entry}
              verb={verb}
              date={entry.at}
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
  entry: ProductEntry;
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
