import type uPlot from 'uplot';
import type { ChartColours } from './chart-options.ts';

/** A point of the line that is named on it. */
export interface NamedPoint {
  index: number;
  name: string;
  place: 'low' | 'high' | 'today';
}

/** A rectangle on the canvas. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Today first, and the lowest and highest where they are other prices: no price is printed twice. */
export function pointsToName(prices: readonly number[]): NamedPoint[] {
  const today = prices.at(-1);
  if (today === undefined) return [];
  const lowest = Math.min(...prices);
  const highest = Math.max(...prices);
  const isFlat = lowest === highest;
  const suffix = today === lowest ? ', the lowest' : today === highest ? ', the highest' : '';
  return [
    { index: prices.length - 1, name: `Today${isFlat ? '' : suffix}`, place: 'today' },
    ...(today === lowest
      ? []
      : [{ index: prices.indexOf(lowest), name: 'Low', place: 'low' } as const]),
    ...(today === highest
      ? []
      : [{ index: prices.indexOf(highest), name: 'High', place: 'high' } as const]),
  ];
}

/** Draws a dot and its price at each named point; a text that finds no room is left to the figures under the chart. */
export function namePoints(chart: uPlot, colours: ChartColours): void {
  const [times, prices] = chart.data as [number[], number[]];
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  const colourOf = { low: colours.low, high: colours.high, today: colours.ink };
  const drawn: Box[] = [];
  ctx.font = `600 ${13 * ratio}px system-ui, sans-serif`;
  for (const { index, name, place } of pointsToName(prices)) {
    const x = chart.valToPos(times[index] ?? 0, 'x', true);
    const y = chart.valToPos(prices[index] ?? 0, 'y', true);
    ctx.fillStyle = colourOf[place];
    ctx.beginPath();
    ctx.arc(x, y, 4.5 * ratio, 0, 2 * Math.PI);
    ctx.fill();
    const text = `${name} $${(prices[index] ?? 0).toFixed(2)}`;
    const width = ctx.measureText(text).width;
    const first = bbox.left + 4 * ratio;
    // The line may fall to its last point: the text stands clear of it.
    const last = bbox.left + bbox.width - width - 10 * ratio;
    const left = Math.min(Math.max(first, x - width / 2), last);
    const baselines = place === 'low' ? [y + 20 * ratio, y - 10 * ratio] : [y - 10 * ratio];
    const baseline = baselines.find((at) => isFree(boxOf(left, at, width, ratio), drawn));
    if (baseline === undefined) continue;
    drawn.push(boxOf(left, baseline, width, ratio));
    ctx.textAlign = 'left';
    ctx.strokeStyle = colours.surface;
    ctx.lineWidth = 4 * ratio;
    ctx.lineJoin = 'round';
    ctx.strokeText(text, left, baseline);
    ctx.fillText(text, left, baseline);
  }
}

function boxOf(left: number, baseline: number, width: number, ratio: number): Box {
  return { left, right: left + width, top: baseline - 13 * ratio, bottom: baseline + 4 * ratio };
}

function isFree(box: Box, drawn: readonly Box[]): boolean {
  return drawn.every(
    (other) =>
      box.right < other.left ||
      box.left > other.right ||
      box.bottom < other.top ||
      box.top > other.bottom,
  );
}
