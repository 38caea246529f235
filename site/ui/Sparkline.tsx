import { counted } from '#domain/text/counted.ts';
import { audText } from './price-text.ts';
import './Sparkline.css';

interface SparklineProps {
  changes?: readonly PriceChange[] | undefined;
  /** True when a verdict beside the line replaces its words. */
  isWordless?: boolean;
}

/** An offer's last 90 days as a small line with a caption; null without history. */
export function Sparkline({ changes = [], isWordless = false }: SparklineProps) {
  const line = sparkLine(changes);
  if (!line || (isWordless && line.today === 'unchanged')) return null;
  if (line.today === 'unchanged') return <span className="small muted">{wordsOf(line)}</span>;
  return (
    <span className={`spark ${line.today}`}>
      <svg
        viewBox={`0 0 ${SPARK_BOX.width} ${SPARK_BOX.height}`}
        width={SPARK_BOX.width}
        height={SPARK_BOX.height}
        aria-hidden="true"
      >
        <path d={line.path} />
        <circle cx={line.end.x} cy={line.end.y} r="3.5" />
      </svg>
      {!isWordless && <span className="small muted figures">{wordsOf(line)}</span>}
    </span>
  );
}

type SparkLine = NonNullable<ReturnType<typeof sparkLine>>;

function wordsOf({ today, days, lowest, highest }: SparkLine): string {
  const span = counted(days, 'day');
  if (today === 'unchanged') return `Same price for ${span}`;
  if (today === 'lowest') return `Lowest in ${span}`;
  if (today === 'highest') return `Highest in ${span}`;
  return `${span}: ${audText(lowest)} – ${audText(highest)}`;
}

type PriceChange = readonly [daysAgo: number, price: number];

/** View box, with padding for the end dot and the stroke. */
const SPARK_BOX = { width: 120, height: 24, edge: 4 };
/** Maximum days shown; a shorter history fills the width. */
const SPARK_DAYS = 90;

/** Path of the recent prices, oldest first; `end` is today's point, `days` the length of the history. Null without history. */
export function sparkLine(changes: readonly PriceChange[]) {
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

/** Caption: today's price against the rest of the line. */
function placeOf(price: number, lowest: number, highest: number) {
  if (lowest === highest) return 'unchanged';
  if (price === lowest) return 'lowest';
  return price === highest ? 'highest' : 'between';
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
