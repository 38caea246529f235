import type { Comparable, ComparisonSummary } from '#domain/products/comparison.ts';
import { audText } from '#site/ui/price-text.ts';

/** Four figures: how many prices, the best, the average, the most that can be saved. */
export function SummaryTiles({ summary }: { summary: ComparisonSummary<Comparable> }) {
  const { count, best, bestPrice, averagePrice, maxSaving } = summary;
  const tiles = [
    {
      label: 'Best price',
      figure: bestPrice === null ? '–' : audText(bestPrice),
      note: best?.retailer.name,
    },
    {
      label: 'Average price',
      figure: averagePrice === null ? '–' : audText(averagePrice),
      note: 'of all offers',
    },
    { label: 'You could save', figure: audText(maxSaving), note: 'against the average' },
    { label: 'Prices compared', figure: String(count), note: 'right now' },
  ];
  return (
    <dl className="tiles">
      {tiles.map(({ label, figure, note }, index) => (
        <div key={label} className={index === 0 ? 'tile-figure first' : 'tile-figure'}>
          <dt className="small">{label}</dt>
          <dd className="price">{figure}</dd>
          <dd className="small muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
