import { savedTimeAgo } from '#domain/text/time-ago.ts';
import { bodyOf, dataOf, removed } from '#site/client/api.ts';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText } from '#site/ui/price-text.ts';
import { RemoveButton } from '#site/ui/use-removals.tsx';
import { EntryList, type EntryListProps } from './EntryList.tsx';

/** What View History shows. */
export const VIEWS = {
  async list() {
    const views = await dataOf((api) => api.user['view-history'].$get());
    return views.map(({ timestamp, ...view }) => ({ ...view, at: timestamp }));
  },
  remove: (id: string) =>
    removed((api) => api.user['view-history'][':id'].$delete({ param: { id } })),
  clear: () => bodyOf((api) => api.user['view-history'].$delete()),
  failure: 'Your views could not be loaded.',
  empty: { title: 'No views yet', text: 'Products you look at while signed in are listed here.' },
  verb: 'Viewed',
  removeLabel: 'Delete the view of',
};

/** What Favorites shows; it cannot be cleared at once. */
export const SAVED = {
  async list() {
    const saved = await dataOf((api) => api.user.favorites.$get());
    return saved.map(({ addedAt, ...product }) => ({ ...product, at: addedAt }));
  },
  remove: (id: string) => removed((api) => api.user.favorites[':id'].$delete({ param: { id } })),
  failure: 'Your favourites could not be loaded.',
  empty: { title: 'No favourites yet', text: 'Use the heart on any offer to keep it here.' },
  verb: 'Added',
  removeLabel: 'Remove',
};

type ProductEntry = Omit<Awaited<ReturnType<typeof VIEWS.list>>[number], 'productId'>;

interface ProductEntriesProps extends Omit<EntryListProps<ProductEntry>, 'children'> {
  verb: string;
  removeLabel: string;
}

/** View History and Favorites of the profile: cards, each can be deleted; the history also at once. */
export function ProductEntries({ verb, removeLabel, ...list }: ProductEntriesProps) {
  return (
    <EntryList {...list}>
      {(entries, removeEntry) => (
        <ul className="plain-list cards">
          {entries.map((entry) => (
            <li key={entry.id} className="card product-card">
              <LazyImage src={entry.imageUrl} alt="" />
              <div className="card-body">
                <h2 className="card-name">{entry.productName}</h2>
                {entry.price !== null && <span className="price">{audText(entry.price)}</span>}
                <p className="muted small">
                  {entry.retailer} · {verb} {savedTimeAgo(Date.parse(entry.at), Date.now())}
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
                <RemoveButton
                  label={`${removeLabel} ${entry.productName}`}
                  onRemove={(button) => removeEntry(entry, entry.productName, button)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </EntryList>
  );
}
