import { useEffect, useRef } from 'react';
import { aiSearch } from '#site/client/calls/search.ts';
import type { Outcome } from './outcome.ts';

/** Pauses between looks while shops are still being read: gentle, and with an end. */
const PAUSES_MS = [3_000, 4_000, 6_000, 9_000, 12_000, 15_000, 20_000, 30_000];

/** While an answer says that shops are still being read, asks again now and then and hands on what arrived. */
export function useArrivals(
  query: string,
  outcome: Outcome,
  onArrival: (outcome: Outcome) => void,
): void {
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
        const answer = await aiSearch(query);
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
