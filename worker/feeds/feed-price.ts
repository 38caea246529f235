const PRICE =
  /^(?:(?<before>[A-Z]{3})\s*)?(?:(?:A|AU)?\$\s*)?(?:(?<whole>\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(?<fraction>\d{1,6}))?|(?<dollars>\d{1,9}),(?<cents>\d{2}))\s*(?<after>[A-Z]{3})?$/i;

/** '15.00 AUD', 'AUD 1,299', '$15', '12,00' → amount and currency. Stricter than page text: '1.299,00' and 'from $5' are null. */
export function feedPrice(text: string | null) {
  const groups = PRICE.exec(text?.trim() ?? '')?.groups;
  if (!groups) return null;
  const { before, whole, dollars = '', fraction, cents, after } = groups;
  const digits = whole?.replaceAll(',', '') ?? dollars;
  const decimals = fraction ?? cents;
  return {
    amount: decimals === undefined ? digits : `${digits}.${decimals}`,
    currency: (before ?? after)?.toUpperCase() ?? null,
  };
}

/** True within Google's sale_price_effective_date, or without one. Days count as a whole, in Sydney's time; unreadable: no sale. */
export function isSaleOn(range: string | null, now: Date): boolean {
  if (range === null) return true;
  const [from, to, ...more] = range.split('/').map((text) => STAMP.exec(text.trim())?.groups);
  if (!from || !to || more.length > 0) return false;
  return stampMs(from, '00:00') <= now.getTime() && now.getTime() <= stampMs(to, '23:59:59');
}

/** Google writes offsets without a colon; other feeds write blanks, seconds or no time at all. */
const STAMP =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(?<offset>Z|[+-]\d{2}:?\d{2})?)?$/i;

type Stamp = Record<string, string | undefined>;

function stampMs({ day = '', time, offset }: Stamp, wholeDay: string): number {
  const stated = offset?.replace(/(\d{2})(\d{2})$/, '$1:$2');
  const text = `${day}T${time ?? wholeDay}`;
  if (stated !== undefined) return Date.parse(text + stated);
  const asUtcMs = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtcMs)) return asUtcMs;
  // On the two days when the clocks change the first guess may use the other offset; the second one is right.
  const nearMs = asUtcMs - offsetMs(asUtcMs);
  return asUtcMs - offsetMs(nearMs);
}

/** How far Sydney is ahead of UTC at that moment, in ms. */
function offsetMs(atMs: number): number {
  const zone = sydneyOffset.formatToParts(atMs);
  const name = zone.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return Date.parse('1970-01-01T00:00Z') - Date.parse(`1970-01-01T00:00${name.replace('GMT', '')}`);
}

const sydneyOffset = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'Australia/Sydney',
  timeZoneName: 'longOffset',
});
