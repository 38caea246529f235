import { DAY_FORMAT } from '../calendar.ts';
import { formatAud } from '../money.ts';
import { RHYTHM_PROMISE, type Rhythm } from './rhythm.ts';

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
export function daysText({ fromMs, toMs }: Rhythm['next']): string {
  return DAY_FORMAT.formatRange(fromMs, toMs - 1).replaceAll(/\s*–\s*/g, '–');
}
