const DAY = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'long',
  timeZone: 'Australia/Sydney',
});

/** '3 May', in Sydney. */
export function dayText(ms: number): string {
  return DAY.format(ms);
}
