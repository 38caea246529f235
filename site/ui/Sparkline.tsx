import { audText } from '#site/ui/price-text.ts';
import { type PriceChange, SPARK_BOX, type SparkLine, sparkLine } from './spark-line.ts';

/** An offer's last 90 days as a small line, with what it says in words; nothing without a past. */
export function Sparkline({ changes = [] }: { changes?: readonly PriceChange[] | undefined }) {
  const line = sparkLine(changes);
  if (!line) return null;
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
      <span className="small muted figures">{wordsOf(line)}</span>
    </span>
  );
}

function wordsOf({ today, days, lowest, highest }: SparkLine): string {
  const span = days === 1 ? '1 day' : `${days} days`;
  if (today === 'unchanged') return `Same price for ${span}`;
  if (today === 'lowest') return `Lowest in ${span}`;
  if (today === 'highest') return `Highest in ${span}`;
  return `${span}: ${audText(lowest)} – ${audText(highest)}`;
}
