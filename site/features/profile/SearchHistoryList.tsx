import { savedTimeAgo } from '#domain/text/time-ago.ts';
import { searchPath } from '#site/client/search-view.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { EntryList } from './EntryList.tsx';
import { useEntries } from './use-entries.ts';

/** Search History: query, when, how many results, run again, delete. */
export function SearchHistoryList() {
  const { state, retry, remove, clear } = useEntries('search-history');
  return (
    <EntryList
      state={state}
      failure="Your searches could not be loaded."
      empty={{ title: 'No searches yet', text: 'What you search while signed in is listed here.' }}
      onRetry={retry}
      onRemove={remove}
      onClear={() => clear('search-history')}
    >
      {(entries, removeEntry) => (
        <ul className="plain-list entries">
          {entries.map((entry) => (
            <li key={entry.id}>
              <span>
                <a href={searchPath(entry.query)}>{entry.query}</a>
                <span className="muted small figures when">
                  {savedTimeAgo(Date.parse(entry.timestamp), Date.now())} · {entry.resultsCount}{' '}
                  results
                </span>
              </span>
              <span className="row">
                <a className="button quiet again" href={searchPath(entry.query)}>
                  <Icon name="refresh" /> Search again
                </a>
                <button
                  type="button"
                  className="button quiet square"
                  data-remove
                  aria-label={`Delete the search ${entry.query}`}
                  onClick={(event) => removeEntry(entry, entry.query, event.currentTarget)}
                >
                  <Icon name="trash" />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </EntryList>
  );
}
