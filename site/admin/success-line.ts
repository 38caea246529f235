import { html } from 'hono/html';
import { SUCCESS_DAYS, type SuccessDay } from '#db/queries/operators/run-success.ts';
import { counted } from '#domain/text/counted.ts';
import type { Html } from '../api/core/page.ts';

/** View box; `edge` leaves room for the stroke. */
const BOX = { width: 120, height: 24, edge: 2 };

/** A retailer's share of runs that went well on each of 30 days as a line, with the share of all; a day without runs is a gap. */
export function successLine(days: readonly SuccessDay[] = []): Html {
  if (days.length === 0) return html`<span class="muted">no runs</span>`;
  const worst = days.reduce((low, day) => (shareOf(day) < shareOf(low) ? day : low));
  const silent = SUCCESS_DAYS - days.length;
  const all = { runs: sumOf(days, 'runs'), well: sumOf(days, 'well') };
  const text = [
    `${percent(all)} of ${counted(all.runs, 'run')} in ${SUCCESS_DAYS} days went well`,
    ...(worst.well < worst.runs ? [`worst ${percent(worst)}, ${whenOf(worst)}`] : []),
    ...(silent > 0 ? [`no run on ${counted(silent, 'day')}`] : []),
  ].join('; ');
  return html`<span class="admin-success"><svg role="img" aria-label="${text}" viewBox="0 0 ${BOX.width} ${BOX.height}" width="${BOX.width}" height="${BOX.height}"><title>${text}</title><path class="base" d="M${BOX.edge} ${BOX.height - BOX.edge}H${BOX.width - BOX.edge}"/><path d="${pathOf(days)}"/></svg> ${percent(all)}</span>`;
}

/** A stroke for each row of days in a row. */
function pathOf(days: readonly SuccessDay[]): string {
  const { width, height, edge } = BOX;
  const step = (width - 2 * edge) / (SUCCESS_DAYS - 1);
  return days
    .map((day, index) => {
      const x = edge + (SUCCESS_DAYS - 1 - day.daysAgo) * step;
      const y = edge + (1 - shareOf(day)) * (height - 2 * edge);
      const isNext = days[index - 1]?.daysAgo === day.daysAgo + 1;
      // A day between two gaps is a dot: a stroke without length with round ends.
      return `${isNext ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}${isNext ? '' : 'h0'}`;
    })
    .join('');
}

type Runs = Pick<SuccessDay, 'runs' | 'well'>;

function shareOf({ runs, well }: Runs): number {
  return well / runs;
}

/** Rounded down, so that 100 % means all. */
function percent(runs: Runs): string {
  return `${Math.floor(100 * shareOf(runs))} %`;
}

function whenOf({ daysAgo }: SuccessDay): string {
  return daysAgo === 0 ? 'today' : `${counted(daysAgo, 'day')} ago`;
}

function sumOf(days: readonly SuccessDay[], what: keyof Runs): number {
  return days.reduce((sum, day) => sum + day[what], 0);
}
