import { useEffect, useRef, useState } from 'react';
import { cutQuery } from '#domain/search/query-text.ts';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { bodyOf, dataOf } from '#site/client/api.ts';
import { ApiError, faultAdvice } from '#site/client/api-error.ts';
import { tell } from '#site/client/dialog.ts';
import {
  DEFAULT_VIEW,
  readView,
  type SearchView,
  searchPath,
  searchRequest,
} from '#site/client/search-view.ts';
import { loadFavoriteStates } from '#site/stores/favorites.ts';
import {
  isSearchRefused,
  offerSignUp,
  returnFreeSearch,
  takeFreeSearch,
} from '#site/stores/free-searches.ts';
import { rememberSearch } from '#site/stores/search-history.ts';
import { hasToken, restoreSession } from '#site/stores/session.ts';
import { useLostFocus } from '#site/ui/use-lost-focus.ts';

/** The server-rendered state the island starts from. */
export interface SearchStart {
  query: string;
  outcome: Outcome;
  view: SearchView;
}

/** Runs one search at a time: its outcome, the free-search limit and the URL that holds it. */
export function useSearch(start: SearchStart) {
  const [query, setQuery] = useState(start.query);
  const [outcome, setOutcome] = useState<Outcome>(start.outcome);
  const [view, setViewState] = useState(start.view);
  const [isBusy, setBusy] = useState(false);
  /** URL of the latest search; responses to earlier searches are dropped. */
  const latest = useRef(searchPath(start.query, start.view));
  const latestQuery = useRef(start.query);
  /** The product to focus after rendering. */
  const focusNext = useRef<string | null>(null);
  const isShown = useRef(false);
  isShown.current = outcome.status === 'success';

  /** Loads a view of a query. Keeps the current results when only the view changes, unless the last load failed. */
  const run = async (newQuery: string, newView: SearchView) => {
    const path = searchPath(newQuery, newView);
    const isOtherView = newQuery === latestQuery.current && isShown.current;
    latest.current = path;
    latestQuery.current = newQuery;
    setQuery(newQuery);
    setViewState(newView);
    setBusy(true);
    if (!isOtherView) setOutcome({ status: 'loading' });
    const next = await outcomeOf(newQuery, newView);
    if (latest.current !== path) return;
    setBusy(false);
    settle(next);
  };
  /** Shows an outcome; favourites are checked for the products of `answer`. */
  const settle = (next: Outcome, answer = next.status === 'success' ? next.answer : null) => {
    setOutcome(next);
    if (!answer) return;
    const isUnfiltered = latest.current === searchPath(latestQuery.current);
    if (isUnfiltered && answer.total === 0) returnFreeSearch(latestQuery.current);
    void loadFavoriteStates(answer.products.map((product) => product.productUrl));
  };
  /** Clears the search. */
  const rest = () => {
    latest.current = '';
    latestQuery.current = '';
    setQuery('');
    setViewState(DEFAULT_VIEW);
    setBusy(false);
    setOutcome({ status: 'idle' });
  };

  // The server rendered the results: count the search, remember it and check favourites.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on hydration
  useEffect(() => {
    restoreSession();
    if (start.query) {
      if (takeFreeSearch(start.query)) {
        rememberSearch(start.query);
        settle(start.outcome);
        if (start.outcome.status === 'success' && hasToken()) {
          // The API client logs the failure; the page does not depend on this call.
          const resultsCount = start.outcome.answer.total;
          bodyOf((api) =>
            api.user['search-history'].$post({ json: { query: start.query, resultsCount } }),
          ).catch(() => undefined);
        }
      } else {
        setOutcome({ status: 'refused' });
        void offerSignUp(searchPath(start.query));
      }
    }
    const goBack = () => {
      const params = new URLSearchParams(location.search);
      const newQuery = cutQuery(params.get('q') ?? '');
      const newView = readView(params);
      if (searchPath(newQuery, newView) === latest.current) return;
      if (newQuery) void run(newQuery, newView);
      else rest();
    };
    addEventListener('popstate', goBack);
    return () => removeEventListener('popstate', goBack);
  }, []);

  useArrivals(query, view, outcome, settle);
  useLostFocus(outcome);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the response with the product renders
  useEffect(() => {
    const added = document.querySelector<HTMLElement>(`[data-product="${focusNext.current}"] h3 a`);
    focusNext.current = null;
    added?.focus();
  }, [outcome]);

  return {
    query,
    outcome,
    view,
    /** True while another view of the same query loads. */
    isBusy,
    /** Starts a new search from the form or a suggestion; ignores blank text. */
    search(text: string) {
      const newQuery = cutQuery(text);
      if (!newQuery) return;
      if (isSearchRefused(newQuery)) {
        void offerSignUp(searchPath(newQuery));
        return;
      }
      takeFreeSearch(newQuery);
      rememberSearch(newQuery);
      history.pushState(null, '', searchPath(newQuery));
      void run(newQuery, DEFAULT_VIEW);
    },
    /** Try Again: repeats the query without counting it. */
    retry: () => void run(query, view),
    /** Search Again on an empty answer: clears the query. */
    clear() {
      document.getElementById('q')?.focus();
      rest();
      history.pushState(null, '', '/search');
    },
    /** Changes filters or order and returns to the first page. */
    setView(next: SearchView) {
      const newView = { ...next, page: 1 };
      history.pushState(null, '', searchPath(query, newView));
      void run(query, newView);
    },
    /** Appends the next page and focuses its first product. */
    async showMore() {
      if (outcome.status !== 'success' || isBusy) return;
      const { answer, firstPage } = outcome;
      const newView = { ...view, page: view.page + 1 };
      const path = searchPath(query, newView);
      latest.current = path;
      setBusy(true);
      const next = await outcomeOf(query, newView);
      if (latest.current !== path) return;
      setBusy(false);
      if (next.status !== 'success') {
        latest.current = searchPath(query, view);
        await tell(SEARCH_FAILED);
        return;
      }
      history.replaceState(null, '', path);
      setViewState(newView);
      const products = [...answer.products, ...next.answer.products];
      focusNext.current = next.answer.products[0]?.productId ?? null;
      // One batch takes at most 200 links, fewer than several pages have.
      settle({ status: 'success', firstPage, answer: { ...next.answer, products } }, next.answer);
    },
  };
}

/** Runs a search and returns its outcome; never throws. */
async function outcomeOf(query: string, view: SearchView): Promise<Outcome> {
  try {
    return { status: 'success', answer: await answerOf(query, view), firstPage: view.page };
  } catch (fault) {
    // The server refused with `success: false`; anything else is a transport failure (spec §8).
    const isRefusal = fault instanceof ApiError && fault.status === 200;
    const text = isRefusal ? SEARCH_FAILED : SEARCH_BROKE;
    return { status: 'error', text, advice: faultAdvice(fault) };
  }
}

function answerOf(query: string, view: SearchView): Promise<SearchAnswer> {
  const json = searchRequest(query, view);
  return dataOf((api) => api.search['ai-search'].$post({ json }));
}

/** Delays between polls while shops are still being read, in ms; polling ends after the last one. */
const PAUSES_MS = [3_000, 4_000, 6_000, 9_000, 12_000, 15_000, 20_000, 30_000];

/** Polls for new results while the response reports that shops are still being read. */
function useArrivals(
  query: string,
  view: SearchView,
  outcome: Outcome,
  onArrival: (outcome: Outcome) => void,
): void {
  const looks = useRef({ query, count: 0 });
  const arrive = useRef(onArrival);
  arrive.current = onArrival;

  useEffect(() => {
    if (looks.current.query !== query) looks.current = { query, count: 0 };
    if (outcome.status !== 'success' || !outcome.answer.crawling) return;
    const { firstPage } = outcome;
    const pauseMs = PAUSES_MS[looks.current.count];
    // With several pages on screen, an update would move products between pages.
    if (pauseMs === undefined || view.page !== firstPage) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      looks.current.count += 1;
      try {
        const answer = await answerOf(query, view);
        if (isCurrent) arrive.current({ status: 'success', answer, firstPage });
      } catch (fault) {
        // Keeps the current results; polling resumes with the next search.
        console.error('[search] a refresh failed', fault);
      }
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, view, outcome]);
}

/** State of the search on the results page. */
export type Outcome =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'refused' }
  /** `advice`: what the shopper can do about the failure, where known. */
  | { status: 'error'; text: string; advice: string | null }
  /** `firstPage`: page number of the first product; later pages may be loaded as well. */
  | { status: 'success'; answer: SearchAnswer; firstPage: number };

/** Spec §8, success false. */
export const SEARCH_FAILED = 'Search failed. Please try again.';
/** Spec §8, thrown error. */
export const SEARCH_BROKE = 'AI search failed. Please try again later.';
