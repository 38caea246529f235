import { useEffect, useRef, useState } from 'react';
import { cutQuery } from '#domain/search/query-text.ts';
import type { SmartAnswer } from '#site/api/responses/smart-recommendation.ts';
import { bodyOf } from '#site/client/api.ts';
import { ApiError, errorText, faultAdvice } from '#site/client/api-error.ts';
import {
  continueFreeSearch,
  offerSignUp,
  returnFreeSearch,
  takeFreeSearch,
} from '#site/stores/free-searches.ts';
import { restoreSession } from '#site/stores/session.ts';
import { useLostFocus } from '#site/ui/use-lost-focus.ts';
import type { Narrowing } from './AskBack.tsx';

export type SmartState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'error'; text: string; advice: string | null }
  | { status: 'success'; answer: SmartAnswer; budget: number | null };

/** Spec §8. */
const REFUSED = 'Unable to load recommendations. Please try again.';
const FAILED = 'Failed to load recommendations';

/** Loads the recommendation for the query in the URL. A new query counts as a free search; Try Again does not. */
export function useSmartSearch() {
  const [query, setQuery] = useState('');
  const [state, setState] = useState<SmartState>({ status: 'idle' });

  /** Request counter; responses to superseded requests are dropped. */
  const turn = useRef(0);

  const load = async (newQuery: string) => {
    turn.current += 1;
    const mine = turn.current;
    setState({ status: 'loading' });
    const budget = Number(new URLSearchParams(location.search).get('budget'));
    const next = await stateAfter(newQuery, budget > 0 ? budget : null);
    if (mine !== turn.current) return;
    if (next.status === 'success' && next.answer.aiRecommendation.topPicks.length === 0) {
      returnFreeSearch(newQuery);
    }
    setState(next);
  };
  const start = async (text: string) => {
    const newQuery = cutQuery(text);
    if (!newQuery) return;
    setQuery(newQuery);
    if (takeFreeSearch(newQuery)) await load(newQuery);
    else await offerSignUp(smartPath(newQuery));
  };
  const startFromAddress = () => {
    const newQuery = new URLSearchParams(location.search).get('q') ?? '';
    setQuery(newQuery);
    if (newQuery.trim()) void start(newQuery);
    else {
      turn.current += 1;
      setState({ status: 'idle' });
    }
  };

  useLostFocus(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; popstate handles later changes
  useEffect(() => {
    restoreSession();
    startFromAddress();
    addEventListener('popstate', startFromAddress);
    return () => removeEventListener('popstate', startFromAddress);
  }, []);

  return {
    query,
    state,
    search(text: string) {
      if (!text.trim()) return;
      history.pushState(null, '', smartPath(text.trim()));
      void start(text);
    },
    /** Repeats the question with refinements, without counting a free search. */
    narrow({ budget, mustHave }: Narrowing) {
      const newQuery = cutQuery(`${query} ${mustHave}`);
      const path = `${smartPath(newQuery)}${budget ? `&budget=${budget}` : ''}`;
      window.history.pushState(null, '', path);
      setQuery(newQuery);
      continueFreeSearch(newQuery);
      void load(newQuery);
    },
    retry: () => void load(query),
  };
}

/** Requests a recommendation and returns the outcome; never throws. */
async function stateAfter(newQuery: string, userBudget: number | null): Promise<SmartState> {
  try {
    return {
      status: 'success',
      budget: userBudget,
      answer: await bodyOf((api) =>
        api.recommend['smart-recommend'].$post({
          json: { query: newQuery, userBudget, category: null },
        }),
      ),
    };
  } catch (fault) {
    const isRefusal = fault instanceof ApiError && fault.status === 200;
    // The server's message needs no further advice.
    const isExplained = fault instanceof ApiError && fault.serverText !== null;
    return {
      status: 'error',
      text: isRefusal ? REFUSED : errorText(fault, FAILED),
      advice: isExplained ? null : faultAdvice(fault),
    };
  }
}

function smartPath(query: string): string {
  return `/smart-search?q=${encodeURIComponent(query)}`;
}
