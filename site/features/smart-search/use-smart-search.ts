import { useEffect, useState } from 'react';
import { cutQuery } from '#domain/search/query-text.ts';
import { bodyOf } from '#site/client/api.ts';
import {
  continueFreeSearch,
  offerSignUp,
  returnFreeSearch,
  takeFreeSearch,
} from '#site/stores/free-searches.ts';
import { restoreSession } from '#site/stores/session.ts';
import { useCall } from '#site/ui/use-call.ts';
import { useLostFocus } from '#site/ui/use-lost-focus.ts';
import type { Narrowing } from './AskBack.tsx';

/** A question; `budget` in dollars, null without one. */
interface Question {
  query: string;
  budget: number | null;
}

/** The text of the search box, the question of the URL and its answer. A new query counts as a free search; Try Again does not. */
export function useSmartSearch(isAsked: boolean) {
  const [isStarting, setStarting] = useState(isAsked);
  const [query, setQuery] = useState('');
  const [question, setQuestion] = useState<Question | null>(null);
  const call = useCall(() => answerTo(question ?? { query, budget: null }), question);

  const start = async (text: string, budget: number | null) => {
    const newQuery = cutQuery(text);
    if (!newQuery) return;
    setQuery(newQuery);
    if (takeFreeSearch(newQuery)) setQuestion({ query: newQuery, budget });
    else await offerSignUp(smartPath(newQuery));
  };
  const startFromAddress = () => {
    const params = new URLSearchParams(location.search);
    const text = params.get('q') ?? '';
    const budget = Number(params.get('budget'));
    setQuery(text);
    if (text.trim()) void start(text, budget > 0 ? budget : null);
    else setQuestion(null);
  };

  useLostFocus(question);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; popstate handles later changes
  useEffect(() => {
    restoreSession();
    startFromAddress();
    setStarting(false);
    addEventListener('popstate', startFromAddress);
    return () => removeEventListener('popstate', startFromAddress);
  }, []);

  return {
    query,
    question,
    /** The question of the address is not read yet. */
    isStarting,
    call,
    search(text: string, budget: number | null = null) {
      if (!text.trim()) return;
      history.pushState(null, '', smartPath(text.trim(), budget));
      void start(text, budget);
    },
    /** Repeats the question with refinements, without counting a free search. */
    narrow({ budget, more }: Narrowing) {
      const newQuery = cutQuery(`${query} ${more}`);
      history.pushState(null, '', smartPath(newQuery, budget));
      setQuery(newQuery);
      continueFreeSearch(newQuery);
      setQuestion({ query: newQuery, budget });
    },
  };
}

/** Asks for a recommendation. A query without picks is not counted as a free search. */
async function answerTo({ query, budget: userBudget }: Question) {
  const json = { query, userBudget, category: null };
  const answer = await bodyOf((api) => api.recommend['smart-recommend'].$post({ json }));
  if (answer.aiRecommendation.topPicks.length === 0) returnFreeSearch(query);
  return answer;
}

/** The address of a question; `budget` in dollars. */
export function smartPath(query: string, budget: number | null = null): string {
  return `/smart-search?q=${encodeURIComponent(query)}${budget ? `&budget=${budget}` : ''}`;
}
