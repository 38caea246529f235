import type { SearchFilters } from '#domain/search/search-filters.ts';
import { dataOf } from './api.ts';
import { errorText } from './api-error.ts';
import type { AlertOutcome } from './set-alert.ts';

export interface SearchWish {
  query: string;
  filters: SearchFilters;
  restDays: number;
}

/** Days between two mails of a watched search. */
export const RESTS = [
  ['1', 'a day'],
  ['7', 'a week'],
  ['30', 'in 30 days'],
] as const;

const TEXTS = {
  watching: 'We’ll email you what is new or cheaper in this search.',
  unconfirmed: 'Not active yet: open the link we emailed you and we’ll start watching.',
} as const;
const FAILED = 'The search could not be watched. Please try again.';

/** Watches a search. Never throws. */
export async function watchSearch(wish: SearchWish): Promise<AlertOutcome> {
  try {
    const { state } = await dataOf((api) => api['watched-searches'].$post({ json: wish }));
    return { state, text: TEXTS[state] };
  } catch (fault) {
    return { state: 'failed', text: errorText(fault, FAILED) };
  }
}
