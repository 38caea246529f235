import type { KeyRole } from '../../words/keys.ts';

/** An amount and what its keys say of it. */
export interface KeyAmount {
  value: number;
  role: KeyRole;
  /** How far its key lies from the plainest name of its role: nested, or of more words. */
  distance: number;
  /** It is written for shoppers, with a sign or cents: no number of cents. */
  isPrinted: boolean;
  /** In an object that holds the low end of a range, which is all that some shops ask for. */
  isWithinLow: boolean;
  /** It was stated in cents. */
  isCents: boolean;
}

/** True for a whole price with tax beside one without that was rounded to a whole one: 12900 and 11727, not 110 and 100. */
function isTaxInCents(amounts: readonly KeyAmount[]): boolean {
  return amounts.some(({ value: gross }) =>
    amounts.some(({ value: net }) => {
      const exact = gross / 1.1;
      return net >= 100 && Number.isInteger(gross) && Math.round(exact) === net && exact !== net;
    }),
  );
}

/** Amounts of which a printed one, or the format, says that they are cents become dollars. The same list where none does. */
export function withoutCentTwins(amounts: KeyAmount[], isInCents: boolean): KeyAmount[] {
  const printed = amounts.filter(({ isPrinted }) => isPrinted).map(({ value }) => value);
  const isTaxed = isTaxInCents(amounts);
  const isCents = ({ value, isPrinted }: KeyAmount): boolean =>
    !isPrinted &&
    !printed.includes(value) &&
    (isInCents || isTaxed || printed.some((each) => Math.round(each * 100) === value));
  if (!amounts.some(isCents)) return amounts;
  return amounts.map((each) =>
    each.isPrinted || printed.includes(each.value) ? each : { ...each, value: each.value / 100 },
  );
}
