/* The lists of the profile: searches, views, favourites. */
import type { ReactNode } from 'react';
import { counted } from '#domain/text/counted.ts';
import { savedTimeAgo } from '#domain/text/time-ago.ts';
import { bodyOf, dataOf, removed } from '#site/client/api.ts';
import { searchPath } from '#site/client/search-view.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { EmptyPanel, Loaded, Skeletons } from '#site/ui/panels.tsx';
import { audText } from '#site/ui/price-text.ts';
import { type Call, useCall } from '#site/ui/use-call.ts';
import { focusAfterRemoval, RemoveButton, useRemovals } from '#site/ui/use-removals.tsx';

/** Removes an entry; `name` is announced, and `button` is the pressed button. */
type RemoveEntry<Entry> = (entry: Entry, name: string, button: HTMLElement) => void;

interface EntriesProps<Entry> {
  call: Call<Entry[]>;
  remove(id: string): Promise<void>;
  removedText(name: string): string;
  /** Message for a failed deletion; absent if failures are only logged (spec §8). */
  notRemoved?: string;
  failure: string;
  /** Number of skeletons while loading. */
  shapes?: number;
  /** Shown without entries. */
  none: ReactNode;
  children(entries: Entry[], remove: RemoveEntry<Entry>): ReactNode;
}

/** A list with removable entries, in all states: loading, failed, empty, filled. */
export function Entries<Entry extends { id: string }>(props: EntriesProps<Entry>) {
  const { call, shapes = 1, none, children } = props;
  const { remove, status } = useRemovals();
  const removeEntry: RemoveEntry<Entry> = (gone, name, button) =>
    void remove({
      button,
      words: props.removedText(name),
      ...(props.notRemoved && { failure: props.notRemoved }),
      async call() {
        await props.remove(gone.id);
        call.change((entries) => entries.filter(({ id }) => id !== gone.id));
      },
    });
  const className = shapes > 1 ? 'stack tight' : 'stack';
  const loading = <Skeletons count={shapes} shape="entry-shape" className={className} />;
  return (
    <>
      {status}
      <Loaded call={call} loading={loading} failure={props.failure}>
        {(entries) => (entries.length === 0 ? none : children(entries, removeEntry))}
      </Loaded>
    </>
  );
}

interface HistoryProps<Entry> extends Pick<EntriesProps<Entry>, 'remove' | 'failure' | 'children'> {
  list(): Promise<Entry[]>;
  /** Absent if the list cannot be cleared. */
  clear?(): Promise<unknown>;
  empty: { title: string; text: string };
}

/** A list with 'Clear all'. Use a new `key` for another list: its calls must not change. */
function History<Entry extends { id: string }>(props: HistoryProps<Entry>) {
  const { list, clear, empty, children, ...rest } = props;
  const call = useCall(list);
  const clearAll = (button: HTMLElement) => {
    focusAfterRemoval(button)();
    clear?.().then(
      () => call.change(() => []),
      () => undefined,
    );
  };
  return (
    <Entries
      {...rest}
      call={call}
      removedText={(name) => `${name} removed`}
      shapes={3}
      none={<EmptyPanel {...empty} action="Start a search" href="/" />}
    >
      {(entries, remove) => (
        <div className="stack">
          {clear && (
            <div className="row spread">
              <span className="muted figures">{counted(entries.length, 'entry', 'entries')}</span>
              <button
                type="button"
                className="link-button"
                onClick={(event) => clearAll(event.currentTarget)}
              >
                Clear all
              </button>
            </div>
          )}
          {children(entries, remove)}
        </div>
      )}
    </Entries>
  );
}

/** Calls and texts of View History. */
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

/** Calls and texts of Favorites, which cannot be cleared. */
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

interface ProductEntriesProps extends Omit<HistoryProps<ProductEntry>, 'children'> {
  verb: string;
  removeLabel: string;
}

/** View History and Favorites of the profile as cards. */
export function ProductEntries({ verb, removeLabel, ...list }: ProductEntriesProps) {
  return (
    <History {...list}>
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
                  <OutboundLink
                    href={entry.productUrl}
                    className="button"
                    about={` ${entry.productName}`}
                  >
                    View
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
    </History>
  );
}

const SEARCHES = {
  list: () => dataOf((api) => api.user['search-history'].$get()),
  remove: (id: string) =>
    removed((api) => api.user['search-history'][':id'].$delete({ param: { id } })),
  clear: () => bodyOf((api) => api.user['search-history'].$delete()),
  failure: 'Your searches could not be loaded.',
  empty: { title: 'No searches yet', text: 'What you search while signed in is listed here.' },
};

/** Search History: query, time, number of results, search again, delete. */
export function SearchHistoryList() {
  return (
    <History {...SEARCHES}>
      {(entries, removeEntry) => (
        <ul className="plain-list entries">
          {entries.map((entry) => (
            <li key={entry.id}>
              <span>
                <a className="reach" href={searchPath(entry.query)}>
                  {entry.query}
                </a>
                <span className="muted small figures when">
                  {savedTimeAgo(Date.parse(entry.timestamp), Date.now())} ·{' '}
                  {counted(entry.resultsCount, 'result')}
                </span>
              </span>
              <span className="row">
                <a className="button quiet again" href={searchPath(entry.query)}>
                  <Icon name="refresh" /> Search again
                </a>
                <RemoveButton
                  label={`Delete the search ${entry.query}`}
                  onRemove={(button) => removeEntry(entry, entry.query, button)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </History>
  );
}
