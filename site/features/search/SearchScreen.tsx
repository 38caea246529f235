/* The results page (spec §2): the server renders it with its results, then the browser hydrates it. */
import { useState } from 'react';
import { searchPath } from '#site/client/search-view.ts';
import { POPULAR_SEARCHES } from '#site/content/texts.ts';
import { FREE_SEARCHES, signUpPath } from '#site/stores/free-searches.ts';
import { FailurePanel } from '#site/ui/FailurePanel.tsx';
import { Notice } from '#site/ui/Notice.tsx';
import { LoadingPanel, NoResults } from './panels.tsx';
import { Results } from './Results.tsx';
import { SearchBar } from './SearchBar.tsx';
import { SearchChips } from './SearchChips.tsx';
import { type SearchStart, useSearch } from './use-search.ts';

interface SearchScreenProps {
  /** A `SearchStart` as JSON text: the browser parses one long text far faster than Astro revives a thousand nested properties. */
  startJson: string;
  /** The server's clock, so that server and browser render the same relative times. */
  nowMs: number;
}

export function SearchScreen({ startJson, nowMs }: SearchScreenProps) {
  const [start] = useState<SearchStart>(() => JSON.parse(startJson));
  const { query, outcome, view, isBusy, search, retry, clear, setView, showMore } =
    useSearch(start);
  return (
    <div className="search-screen">
      <SearchBar
        query={query}
        isLoading={outcome.status === 'loading'}
        suggests
        onSearch={search}
      />
      <div className="wrap stack loose page">
        {outcome.status === 'idle' && <Prompt onSearch={search} />}
        {outcome.status === 'loading' && <LoadingPanel query={query} />}
        {outcome.status === 'error' && (
          <FailurePanel
            title="Search Error"
            isPage
            query={query}
            text={outcome.text}
            advice={outcome.advice}
            onRetry={retry}
          />
        )}
        {outcome.status === 'refused' && <Refused query={query} />}
        {outcome.status === 'success' &&
          (outcome.answer.products.length > 0 || searchPath(query, view) !== searchPath(query) ? (
            <Results
              search={{ query, view, onView: setView, onSearch: search }}
              answer={outcome.answer}
              firstPage={outcome.firstPage}
              isBusy={isBusy}
              nowMs={nowMs}
              onMore={() => void showMore()}
            />
          ) : (
            <>
              <NoResults
                query={query}
                answer={outcome.answer}
                nowMs={nowMs}
                onClear={clear}
                onSearch={search}
              />
              <SearchChips title="Popular searches" searches={POPULAR_SEARCHES} onSearch={search} />
            </>
          ))}
      </div>
    </div>
  );
}

/** The empty state: what the page does, and searches to start with. */
function Prompt({ onSearch }: { onSearch(query: string): void }) {
  return (
    <div className="stack loose">
      <div className="stack tight">
        <h1>Search every shop at once</h1>
        <p className="lead">
          Type a product, brand or model. Prices from 50+ Australian retailers, side by side.
        </p>
      </div>
      <SearchChips title="Popular searches" searches={POPULAR_SEARCHES} onSearch={onSearch} />
    </div>
  );
}

function Refused({ query }: { query: string }) {
  return (
    <div className="stack">
      <h1 className="results-title">Prices for “{query}”</h1>
      <Notice tone="yellow" icon="info">
        You’ve used your {FREE_SEARCHES} free searches.{' '}
        <a href={signUpPath(searchPath(query))}>Sign up for a free account</a> to see these prices.
      </Notice>
      <p>
        <a className="button" href="/trending">
          See what others compare
        </a>
      </p>
    </div>
  );
}
