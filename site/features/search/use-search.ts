import { useEffect, useRef, useState } from 'react';
import { cutQuery } from '#domain/search/query-text.ts';
import { bodyOf, dataOf } from '#site/client/api.ts';
import { ApiError } from '#site/client/api-error.ts';
import { faultAdvice } from '#site/client/fault-advice.ts';
import { DEFAULT_VIEW, readView, type SearchView, searchPath } from '#site/client/search-view.ts';
import { confirmWith } from '#site/stores/dialog.ts';
import { loadFavoriteStates } from '#site/stores/favorites.ts';
import {
  isSearchRefused,
  SIGN_UP_OFFER,
  signUpPath,
  takeFreeSearch,
} from '#site/stores/free-searches.ts';
import { rememberSearch } from '#site/stores/search-history.ts';
import { hasToken, restoreSession } from '#site/stores/session.ts';
import { useLostFocus } from '#site/ui/use-lost-focus.ts';
import { type Outcome, SEARCH_BROKE, SEARCH_FAILED } from './outcome.ts';

/** What the server rendered: the island starts from it. */
export interface SearchStart {
  query: string;
  outcome: Outcome;
  view: SearchView;
}

/** One search at a time: its outcome, the free-search limit in front of it, and the address that remembers it. */
export function useSearch(start: SearchStart) {
  const [query, setQuery] = useState(start.query);
  const [outcome, setOutcome] = useState<Outcome>(start.outcome);
  const [view, setViewState] = useState(start.view);
  const latest = useRef(start.query);

  const run = async (asked: string) => {
    latest.current = asked;
    setQuery(asked);
    setOutcome({ status: 'loading' });
    const next = await outcomeOf(asked);
    if (latest.current === asked) settle(next);
  };
  const settle = (next: Outcome) => {
    setOutcome(next);
    if (next.status === 'success') {
      void loadFavoriteStates(next.answer.products.map((product) => product.productUrl));
    }
  };
  /** Nothing is asked. */
  const rest = () => {
    latest.current = '';
    setQuery('');
    setOutcome({ status: 'idle' });
  };
  const refuse = async (asked: string) => {
    const accepted = await confirmWith(SIGN_UP_OFFER, 'Sign up free', 'Not now');
    if (accepted) location.assign(signUpPath(searchPath(asked)));
  };

  // The results are in the page already: count the search, remember it, check hearts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the island takes over
  useEffect(() => {
    restoreSession();
    if (start.query) {
      if (takeFreeSearch(start.query)) {
        rememberSearch(start.query);
        settle(start.outcome);
        if (start.outcome.status === 'success' && hasToken()) {
          // A failure is logged by the caller of the API; the page does not depend on it.
          const resultsCount = start.outcome.answer.products.length;
          bodyOf((api) =>
            api.user['search-history'].$post({ json: { query: start.query, resultsCount } }),
          ).catch(() => undefined);
        }
      } else {
        setOutcome({ status: 'refused' });
        void refuse(start.query);
      }
    }
    const goBack = () => {
      const params = new URLSearchParams(location.search);
      const asked = cutQuery(params.get('q') ?? '');
      setViewState(readView(params));
      if (asked === latest.current) return;
      if (asked) void run(asked);
      else rest();
    };
    addEventListener('popstate', goBack);
    return () => removeEventListener('popstate', goBack);
  }, []);

  useArrivals(query, outcome, settle);
  useLostFocus(outcome);

  return {
    query,
    outcome,
    view,
    /** A new search from the form or a suggestion; blank text does nothing. */
    search(text: string) {
      const asked = cutQuery(text);
      if (!asked) return;
      if (isSearchRefused(asked)) {
        void refuse(asked);
        return;
      }
      takeFreeSearch(asked);
      rememberSearch(asked);
      history.pushState(null, '', searchPath(asked));
      setViewState(DEFAULT_VIEW);
      void run(asked);
    },
    /** Try Again: the same query, not counted. */
    retry: () => void run(query),
    /** Search Again on an empty answer: clears the query. */
    clear() {
      document.getElementById('q')?.focus();
      rest();
      history.pushState(null, '', '/search');
    },
    setView(next: SearchView) {
      setViewState(next);
      history.replaceState(null, '', searchPath(query, next));
    },
  };
}

/** Runs a search and says how it ended; never throws. */
export async function outcomeOf(query: string): Promise<Outcome> {
  try {
    return {
      status: 'success',
      answer: await dataOf((api) => api.search['ai-search'].$post({ json: { query } })),
    };
  } catch (fault) {
    // 200 with success false is a refusal by the server; all else is a failure on the way (spec §8).
    const isRefusal = fault instanceof ApiError && fault.status === 200;
    const text = isRefusal ? SEARCH_FAILED : SEARCH_BROKE;
    return { status: 'error', text, advice: faultAdvice(fault) };
  }
}

/** Pauses between looks while shops are still being read: gentle, and with an end. */
const PAUSES_MS = [3_000, 4_000, 6_000, 9_000, 12_000, 15_000, 20_000, 30_000];

/** While an answer says that shops are still being read, asks again now and then and hands on what arrived. */
function useArrivals(query: string, outcome: Outcome, onArrival: (outcome: Outcome) => void): void {
  const looks = useRef({ query, count: 0 });
  const arrive = useRef(onArrival);
  arrive.current = onArrival;

  useEffect(() => {
    if (looks.current.query !== query) looks.current = { query, count: 0 };
    if (outcome.status !== 'success' || !outcome.answer.crawling) return;
    const pauseMs = PAUSES_MS[looks.current.count];
    if (pauseMs === undefined) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      looks.current.count += 1;
      try {
        const answer = await dataOf((api) => api.search['ai-search'].$post({ json: { query } }));
        if (isCurrent) arrive.current({ status: 'success', answer });
      } catch (fault) {
        // What is on screen stays; the next look comes with the next search.
        console.error('[search] a refresh failed', fault);
      }
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, outcome]);
}
