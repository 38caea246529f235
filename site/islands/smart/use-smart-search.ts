import { useEffect, useState } from 'react';
import { ApiError, errorText } from '#site/client/api-error.ts';
import { type SmartAnswer, smartRecommend } from '#site/client/calls/smart.ts';
import { confirmWith } from '#site/stores/dialog.ts';
import { SIGN_UP_OFFER, signUpPath, takeFreeSearch } from '#site/stores/free-searches.ts';
import { restoreSession } from '#site/stores/session.ts';

export type SmartState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'error'; text: string }
  | { status: 'success'; answer: SmartAnswer };

/** Spec §8. */
const REFUSED = 'Unable to load recommendations. Please try again.';
const FAILED = 'Failed to load recommendations';

/** The recommendation for the query in the address; a new query counts as a free search, Try Again does not. */
export function useSmartSearch() {
  const [query, setQuery] = useState('');
  const [state, setState] = useState<SmartState>({ status: 'idle' });

  const load = async (asked: string) => {
    setState({ status: 'loading' });
    try {
      setState({ status: 'success', answer: await smartRecommend(asked) });
    } catch (fault) {
      const isRefusal = fault instanceof ApiError && fault.status === 200;
      setState({ status: 'error', text: isRefusal ? REFUSED : errorText(fault, FAILED) });
    }
  };
  const start = async (text: string) => {
    const asked = text.trim();
    if (!asked) return;
    setQuery(asked);
    if (takeFreeSearch(asked)) {
      await load(asked);
    } else if (await confirmWith(SIGN_UP_OFFER, 'Sign up free', 'Not now')) {
      location.assign(signUpPath(smartPath(asked)));
    }
  };
  const startFromAddress = () => {
    const asked = new URLSearchParams(location.search).get('q') ?? '';
    setQuery(asked);
    if (asked.trim()) void start(asked);
    else setState({ status: 'idle' });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; popstate does the rest
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
    retry: () => void load(query),
  };
}

function smartPath(query: string): string {
  return `/smart-search?q=${encodeURIComponent(query)}`;
}
