import type uPlot from 'uplot';
import { namePoints } from './chart-names.ts';

/** A stretch of time, UTC ms. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** Resolved CSS colours: a canvas cannot read custom properties. */
export interface ChartColours {
  ink: string;
  muted: string;
  line: string;
  /** Behind the chart: around texts, so that the line does not run through them. */
  surface: string;
  low: string;
  high: string;
  mark: string;
}

interface ChartLook {
  isEstimate: boolean;
  spans: readonly Span[];
  colours: ChartColours;
}

const DAY = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short' });
const FONT = '13px system-ui, sans-serif';

/** A stepped line (a price holds until the next), low, high and today named on it, charged days shaded. */
export function chartOptions(
  UPlot: typeof uPlot,
  { isEstimate, spans, colours }: ChartLook,
): Omit<uPlot.Options, 'width' | 'height'> {
  const { stepped } = UPlot.paths;
  const axis = { stroke: colours.muted, font: FONT, ticks: { show: false } };
  return {
    padding: [24, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_chart, low, high) => aroundPrices(low, high) } },
    axes: [
      {
        ...axis,
        size: 32,
        grid: { show: false },
        space: 80,
        values: (_chart, ticks) => ticks.map((tick) => DAY.format(tick * 1000)),
      },
      {
        ...axis,
        size: 60,
        grid: { stroke: colours.line, width: 1 },
        values: (_chart, ticks) => ticks.map((tick) => dollarText(tick, ticks)),
      },
    ],
    series: [
      {},
      {
        stroke: isEstimate ? colours.muted : colours.ink,
        // The tokens are six hex digits: two more make them faint.
        fill: `${isEstimate ? colours.muted : colours.ink}0d`,
        width: 2,
        ...(isEstimate && { dash: [6, 6] }),
        ...(stepped && { paths: stepped({ align: 1 }) }),
        points: { show: false },
      },
    ],
    hooks: {
      drawClear: [(chart) => shadeSpans(chart, spans, colours.mark)],
      draw: [(chart) => namePoints(chart, colours)],
    },
  };
}

/** '$1300', or '$5.50' where any of the ticks has cents. */
function dollarText(tick: number, ticks: readonly number[]): string {
  return `$${ticks.every(Number.isInteger) ? tick : tick.toFixed(2)}`;
}

/** Room above and below, never under zero. */
function aroundPrices(low: number, high: number): [number, number] {
  const room = Math.max((high - low) * 0.15, high * 0.05);
  return [Math.max(0, low - room), high + room];
}

function shadeSpans(chart: uPlot, spans: readonly Span[], colour: string): void {
  const { ctx, bbox } = chart;
  ctx.fillStyle = colour;
  for (const { fromMs, toMs } of spans) {
    const from = Math.max(bbox.left, chart.valToPos(fromMs / 1000, 'x', true));
    const to = Math.min(bbox.left + bbox.width, chart.valToPos(toMs / 1000, 'x', true));
    if (to > from) ctx.fillRect(from, bbox.top, to - from, bbox.height);
  }
}
