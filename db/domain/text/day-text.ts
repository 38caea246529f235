import { SHOPPERS_ZONE } from '../time.ts';

/** '3 May', or with formatRange '3 – 9 May', in the shoppers' zone. */
export const DAY_FORMAT = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'long',
  timeZone: SHOPPERS_ZONE,
});

/** '3 May', in Sydney. */
export function dayText(ms: number): string {
  return DAY_FORMAT.format(ms);
}
