import type { SearchAnswer } from '#site/api/routes/search.ts';

/** What the results page knows of its search. */
export type Outcome =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'refused' }
  /** `advice`: what the shopper can do about it, where more is known than `text` says. */
  | { status: 'error'; text: string; advice: string | null }
  /** `firstPage`: on which the first of the products stands; more pages may follow it. */
  | { status: 'success'; answer: SearchAnswer; firstPage: number };

/** Spec §8, success false. */
export const SEARCH_FAILED = 'Search failed. Please try again.';
/** Spec §8, thrown error. */
export const SEARCH_BROKE = 'AI search failed. Please try again later.';
