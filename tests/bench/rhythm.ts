/*
 * How well rhythms foretell (db/domain/prices/rhythm.ts): `DATABASE_URL=… npx node tests/bench/rhythm.ts [products]`. For cut-off dates over the
 * last half year each offer's past up to that date is asked for its rhythm, and what really followed judges the answer:
 *   Brier score of "a special begins within 7 days", beside that of the offer's plain rate ("no pattern")
 *   coverage: the share of stated windows in which the next special began; a window still open at the end of the data is left out
 * Every proven rhythm counts, also those that no page shows beside its verdict. Reads only; exits with 1 where a promise is
 * broken over ENOUGH windows.
 */
import { openOrm } from '#db/orm.ts';
import { productYears } from '#db/queries/products/product-history.ts';
import { pastSpecials, priceRhythm, RHYTHM_PROMISE, type Rhythm } from '#domain/prices/rhythm.ts';
import { DAY_MS, WEEK_MS } from '#domain/time.ts';

const BATCH = 200;
/** Not a multiple of a week, so that each weekday has its turn. */
const CUT_EVERY_MS = 9 * DAY_MS;
const CUTS = 20;
/** Fewer windows than this prove nothing: without patterns in the data only chance is told. */
const ENOUGH = 300;

const { DATABASE_URL } = process.env;
if (!DATABASE_URL) throw new Error('DATABASE_URL names no database');
const orm = await openOrm(DATABASE_URL);
const most = Number(process.argv[2] ?? 1e9);
const em = orm.em.fork();
const ids = await em.execute<{ id: string }[]>(
  'select distinct product_id as id from offer order by 1 limit ?',
  [most],
);
const [newest] = await em.execute<{ at: Date }[]>('select max(last_seen_at) as at from offer');
const endMs = newest?.at.getTime() ?? Date.now();
const all = { offers: 0, told: 0, forecasts: 0, brier: 0, plainBrier: 0 };
const windows = { judged: 0, held: 0, weeks: 0 };

for (let first = 0; first < ids.length; first += BATCH) {
  const batch = ids.slice(first, first + BATCH).map(({ id }) => id);
  for (const { lines } of (await productYears(em, batch, endMs)).values()) {
    for (const { points } of lines) {
      all.offers += 1;
      if (priceRhythm(points, endMs, lines.length)) all.told += 1;
      const starts = pastSpecials(points, endMs)?.specials.map(({ fromMs }) => fromMs) ?? [];
      for (let cut = 1; cut <= CUTS; cut += 1) {
        const nowMs = endMs - cut * CUT_EVERY_MS;
        const rhythm = priceRhythm(points, nowMs, lines.length);
        if (rhythm) judge(rhythm, nowMs, starts);
      }
    }
  }
}
await orm.close();

const coverage = windows.held / windows.judged;
const [brier, plainBrier] = [all.brier / all.forecasts, all.plainBrier / all.forecasts];
console.table([
  { figure: 'offers with a year', value: all.offers },
  { figure: 'with a proven rhythm now', value: all.told },
  { figure: `forecasts at ${CUTS} dates`, value: all.forecasts },
  { figure: 'Brier score within 7 days', value: brier.toFixed(4) },
  { figure: 'Brier score without a pattern', value: plainBrier.toFixed(4) },
  { figure: 'windows judged', value: windows.judged },
  { figure: 'mean window, weeks', value: (windows.weeks / windows.judged).toFixed(2) },
  { figure: 'coverage', value: coverage.toFixed(3) },
  { figure: 'promised', value: RHYTHM_PROMISE },
]);
const isKept = coverage >= RHYTHM_PROMISE && brier < plainBrier;
if (windows.judged >= ENOUGH && !isKept) process.exitCode = 1;

function judge({ week, next }: Rhythm, nowMs: number, starts: readonly number[]): void {
  const followed = starts.find((atMs) => atMs > nowMs);
  const isSoon = followed !== undefined && followed <= nowMs + WEEK_MS ? 1 : 0;
  all.forecasts += 1;
  all.brier += (week.chance - isSoon) ** 2;
  all.plainBrier += (week.plainChance - isSoon) ** 2;
  if (followed === undefined && next.toMs > endMs) return;
  windows.judged += 1;
  windows.weeks += (next.toMs - next.fromMs) / WEEK_MS;
  if (followed !== undefined && followed >= next.fromMs && followed < next.toMs) windows.held += 1;
}
