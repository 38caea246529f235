import { DAY_FORMAT } from '../calendar.ts';
import { type Cents, formatAud } from '../money.ts';
import type { BuyWord } from './buy-verdict.ts';
import { RHYTHM_PROMISE, type Rhythm } from './rhythm.ts';

/** The product's verdict, next to which its rhythm is shown. */
interface ProductVerdict {
  /** The best price of all shops now. */
  bestCents: Cents;
  word: BuyWord;
}

/** A special is worth waiting for when it costs at most this share of the current best price. */
const MOST_OF_BEST = 0.95;

/** True when a rhythm suits the verdict: a current special with "buy"; a coming one with another verdict, if it saves money. */
export function agreesWithVerdict(rhythm: Rhythm, { bestCents, word }: ProductVerdict): boolean {
  if (word === 'not-enough-history') return false;
  if (word === 'buy' || rhythm.isOnSpecial) return word === 'buy' && rhythm.isOnSpecial;
  return rhythm.specialCents <= bestCents * MOST_OF_BEST;
}

/** 'Half price about every 4 weeks at Gumnut Grocer, down to about $3.00. Next likely 3–9 December.' */
export function rhythmText(rhythm: Rhythm, shop: string): string {
  const { offPercent, everyWeeks, specialCents, isOnSpecial, next } = rhythm;
  const often = everyWeeks === 1 ? 'about every week' : `about every ${everyWeeks} weeks`;
  const off = isHalf(offPercent) ? 'Half price' : `${offPercent}% off`;
  const again = isOnSpecial ? 'On special now; next likely' : 'Next likely';
  return `${off} ${often} at ${shop}, down to about ${formatAud(specialCents)}. ${again} ${daysText(next)}.`;
}

/** The stated risk of such a forecast. */
export const RHYTHM_RISK = `About ${Math.round((1 - RHYTHM_PROMISE) * 10)} in 10 such forecasts miss.`;

const isHalf = (percent: number) => percent >= 48 && percent <= 52;

/** '3–9 December', from the first to the last day. */
function daysText({ fromMs, toMs }: Rhythm['next']): string {
  return DAY_FORMAT.formatRange(fromMs, toMs - 1).replaceAll(/\s*–\s*/g, '–');
}
