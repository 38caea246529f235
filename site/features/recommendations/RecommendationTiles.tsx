import type { RecommendedProduct } from '#site/client/calls/recommendations.ts';
import { plainText } from '#site/ui/price-text.ts';

/** Count, average price, average rating of the listed products; those without a rating do not count in it. */
export function RecommendationTiles({ products }: { products: readonly RecommendedProduct[] }) {
  const rated = products.filter((product) => product.rating.average > 0);
  const tiles = [
    { label: 'Recommendations', figure: String(products.length) },
    { label: 'Average price', figure: plainText(average(products.map((p) => p.currentPrice))) },
    {
      label: 'Average rating',
      figure: rated.length ? average(rated.map((p) => p.rating.average)).toFixed(1) : '–',
    },
  ];
  return (
    <dl className="tiles tiles-3">
      {tiles.map(({ label, figure }) => (
        <div key={label} className="tile-figure">
          <dt className="small">{label}</dt>
          <dd className="price">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
