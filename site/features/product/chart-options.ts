import type uPlot from 'uplot';

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

/** A point of the line that is named on it. */
interface NamedPoint {
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
function namePoints(chart: uPlot, colours: ChartColours): void {
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
