import { SHOPPERS_ZONE } from '../time.ts';

const DAY = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'long',
  timeZone: SHOPPERS_ZONE,
});

/** '3 May', in Sydney. */
export function dayText(ms: number): string {
  return DAY.format(ms);
}
