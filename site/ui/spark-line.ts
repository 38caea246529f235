/** A price that holds since so many days: [days ago, dollars]. */
export type PriceChange = readonly [daysAgo: number, price: number];

/** What a small line of past prices draws, in the units of its view box. */
export interface SparkLine {
  path: string;
  /** Where today's price is. */
  end: { x: number; y: number };
  /** Dollars. */
  lowest: number;
  highest: number;
  /** Today against the rest of the line. */
  today: 'lowest' | 'highest' | 'between' | 'unchanged';
  /** Days that the line goes back. */
  days: number;
}

/** The view box; room for the dot at the end and the stroke's width. */
export const SPARK_BOX = { width: 120, height: 24, edge: 4 };
/** The most days that the line goes back; one that is younger takes the whole width all the same. */
const SPARK_DAYS = 90;

/** The stepped line of an offer's recent prices, oldest first; null while nothing before today is known. */
export function sparkLine(changes: readonly PriceChange[]): SparkLine | null {
  const [oldest] = changes;
  const last = changes.at(-1);
  if (!oldest || !last || oldest[0] < 1) return null;
  const { width, height, edge } = SPARK_BOX;
  const span = Math.min(oldest[0], SPARK_DAYS);
  const prices = changes.map(([, price]) => price);
  const lowest = Math.min(...prices);
  const highest = Math.max(...prices);
  const xOf = (daysAgo: number) =>
    round(edge + (1 - Math.min(daysAgo, span) / span) * (width - 2 * edge));
  const yOf = (price: number) => {
    const share = highest > lowest ? (price - lowest) / (highest - lowest) : 0.5;
    return round(height - edge - share * (height - 2 * edge));
  };
  const steps = changes.slice(1).map(([daysAgo, price]) => `H${xOf(daysAgo)}V${yOf(price)}`);
  const end = { x: xOf(0), y: yOf(last[1]) };
  return {
    path: `M${xOf(oldest[0])} ${yOf(oldest[1])}${steps.join('')}H${end.x}`,
    end,
    lowest,
    highest,
    today: placeOf(last[1], lowest, highest),
    days: oldest[0],
  };
}

function placeOf(price: number, lowest: number, highest: number): SparkLine['today'] {
  if (lowest === highest) return 'unchanged';
  if (price === lowest) return 'lowest';
  return price === highest ? 'highest' : 'between';
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
