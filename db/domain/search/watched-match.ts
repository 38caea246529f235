import { type Cents, cents } from '../money.ts';

/** What a watched search knows of a product. */
export interface KnownMatch {
  /** The highest price at which it began to match. */
  baseCents: Cents;
  /** The lowest price told of since it began to match or was back at the base. */
  toldCents: Cents;
  /** No shop that counts has asked the told price or less since it was told. */
  hasLeft: boolean;
}

/** What the shops ask for a product now. */
export interface MatchNow {
  /** Lowest confirmed price of the offers that match; null for none. */
  matchCents: Cents | null;
  /** Lowest price of the shops that count, whether it matches or not; null where none sells it. */
  askedCents: Cents | null;
}

/**
 * What a look at a product of a watched search makes of it: news of a new match, a fall, or a return after it had left; and what is known
 * from then on, null for nothing. A price back at the base starts over, as alerts on any drop do.
 */
export function judgeMatch(
  known: KnownMatch | null,
  { matchCents, askedCents }: MatchNow,
): { news: 'match' | 'fall' | null; known: KnownMatch | null } {
  if (matchCents === null) {
    const isDearer = known !== null && (askedCents === null || askedCents > known.toldCents);
    return { news: null, known: isDearer ? { ...known, hasLeft: true } : known };
  }
  if (known === null || known.hasLeft) {
    const baseCents = cents(Math.max(known?.baseCents ?? 0, matchCents));
    const begun = { baseCents, toldCents: matchCents, hasLeft: false };
    return { news: 'match', known: begun };
  }
  if (matchCents < known.toldCents)
    return { news: 'fall', known: { ...known, toldCents: matchCents } };
  const startsOver = matchCents >= known.baseCents;
  return { news: null, known: startsOver ? { ...known, toldCents: known.baseCents } : known };
}
