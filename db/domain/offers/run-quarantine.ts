/* The rule for quarantining a run, without I/O: it judges the run's newest readings, stored in its row, after each page. */

/** Verdict on a reading. `vanished`: 404 where an offer was; `failed`: no price where one was. */
export const READING_VERDICTS = ['sane', 'moved', 'vanished', 'failed'] as const;
export type ReadingVerdict = (typeof READING_VERDICTS)[number];

export const BAD_VERDICTS = ['moved', 'vanished', 'failed'] as const;
export type BadVerdict = (typeof BAD_VERDICTS)[number];

/** What most bad readings of a quarantined run have in common, for operators. */
export const QUARANTINE_CAUSES: Readonly<Record<BadVerdict, string>> = {
  moved: 'prices moved too far',
  vanished: 'pages vanished',
  failed: 'pages gave no price',
};

/** A judged reading. Only known offers can be judged: a new one proves nothing. */
export interface JudgedReading {
  /** Id of the offer, or of one of the offers of a page that gave none. */
  of: string;
  verdict: ReadingVerdict;
}

/** Readings kept in addition to those of the current page: enough for a share, few enough to notice a fault soon. */
export const READINGS_REMEMBERED = 20;
/** Fewest bad readings: one or two prices of a small shop do jump and get a second fetch (isBeyondStep); three at once do not. */
const FEWEST_BAD = 3;
/** Of fewer than ten readings half must be bad: five, as many refusals as rest a host. */
const SHARE_OF_FEW = 0.5;
const BAD_OF_TEN = 5;
/** Of more, a quarter: in a large sale some 5 % of prices fall by more than 60 %, so five of twenty happen once in 400 times. */
const SHARE_OF_MANY = 0.25;

/** Adds readings to the kept ones; each offer counts once, with its newest reading, newest last. */
export function rememberReadings(
  recent: readonly JudgedReading[],
  added: readonly JudgedReading[],
): JudgedReading[] {
  const newest = new Map<string, JudgedReading>();
  for (const reading of [...recent, ...added]) {
    newest.delete(reading.of);
    newest.set(reading.of, reading);
  }
  return [...newest.values()].slice(-Math.max(READINGS_REMEMBERED, added.length));
}

/** Why a run with these newest readings is quarantined: the most frequent bad verdict. Null while it is sound. */
export function quarantineReason(recent: readonly JudgedReading[]): BadVerdict | null {
  const counts = BAD_VERDICTS.map((verdict) => ({ verdict, n: countOf(recent, verdict) }));
  const bad = counts.reduce((sum, { n }) => sum + n, 0);
  if (bad < badNeeded(recent.length)) return null;
  return counts.reduce((most, each) => (each.n > most.n ? each : most)).verdict;
}

export function badReadings(readings: readonly JudgedReading[]): number {
  return readings.filter(({ verdict }) => verdict !== 'sane').length;
}

/** Verdict on a page: bad when at least a quarter of its readings are; null without readings. */
export function pageVerdict(readings: readonly JudgedReading[]): ReadingVerdict | null {
  if (readings.length === 0) return null;
  const bad = readings.filter(({ verdict }) => verdict !== 'sane');
  return bad.length >= readings.length * SHARE_OF_MANY ? (bad[0]?.verdict ?? 'sane') : 'sane';
}

function badNeeded(judged: number): number {
  const ofFew = Math.max(FEWEST_BAD, Math.ceil(judged * SHARE_OF_FEW));
  return Math.max(Math.min(BAD_OF_TEN, ofFew), Math.ceil(judged * SHARE_OF_MANY));
}

function countOf(readings: readonly JudgedReading[], verdict: ReadingVerdict): number {
  return readings.filter((reading) => reading.verdict === verdict).length;
}
