import type { Verdict } from '#domain/prices/price-verdict.ts';
import type { Words } from './stock-words.ts';

/** Was it really cheaper? What its stamp says, in the islands and on the public pages alike. */
export const VERDICT_WORDS: Record<Verdict, Words> = {
  genuine: { text: 'Genuine saving', tone: 'green' },
  'too-short': { text: 'Was too short', tone: 'red' },
  'higher-than-before': { text: 'Never that dear', tone: 'red' },
  'not-enough-data': { text: 'Not enough data', tone: 'grey' },
};
