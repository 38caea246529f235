import { countText } from '#domain/count-text.ts';
import { QUICK_COMPARE_ROWS, type Sort } from '#domain/products/comparison.ts';
import { counted } from '#domain/text/counted.ts';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { AiScore } from '#site/ui/AiScore.tsx';
import { audText, unitPriceText } from '#site/ui/price-text.ts';
import type { Docket } from './dockets.ts';
import { type CurrentSearch, ViewLink } from './SearchChips.tsx';

/** Link target of a figure: a page, or the same results in another order. */
type TileLink = { href: string } | { sort: Sort };

interface SummaryTilesProps {
  search: CurrentSearch;
  summary: SearchAnswer['summary'];
}

/** The four figures of the specification, each a link that names its basis: all products that match, on whatever page. */
export function SummaryTiles({ search, summary }: SummaryTilesProps) {
  const { products, prices, best, average, saving } = summary;
  const tiles: { label: string; figure: string; note: string; link: TileLink }[] = [
    {
      label: 'Best price',
      figure: best ? audText(best.price) : '–',
      note: best?.retailer ?? 'all out of stock',
      link: { href: best?.path ?? '#options-title' },
    },
    {
      label: 'Average price',
      figure: average === null ? '–' : audText(average),
      note: 'of these results',
      link: { sort: 'price' },
    },
    {
      label: 'You could save',
      figure: saving ? audText(saving.amount) : '–',
      note: saving?.of
        ? `between shops: ${saving.of.name}`
        : 'against the average of these results',
      link: saving?.of ? { href: saving.of.path } : { sort: 'savings' },
    },
    {
      label: 'Prices compared',
      figure: countText(prices),
      note: `for ${counted(products, 'product')}`,
      link: { href: '#options-title' },
    },
  ];
  return (
    <dl className="summary">
      {tiles.map(({ label, figure, note, link }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {'sort' in link ? (
              <ViewLink search={search} change={link} className="figures">
                {figure}
              </ViewLink>
            ) : (
              <a href={link.href} className="figures">
                {figure}
              </a>
            )}{' '}
            <span className="small muted">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Compares the five best products at their best prices, none to wait for; the requested kind comes before others. Null where all are to
 * wait for.
 */
export function QuickCompare({ dockets }: { dockets: readonly Docket[] }) {
  const byScore = dockets
    .filter(({ best }) => best.buyVerdict?.word !== 'wait')
    .toSorted(
      ({ best: a }, { best: b }) =>
        +b.isTheThing - +a.isTheThing || b.aiScore.overall - a.aiScore.overall,
    );
  if (byScore.length === 0) return null;
  return (
    <section className="stack tight quick-compare" aria-labelledby="compare-title">
      <h2 className="h3" id="compare-title">
        Quick Compare
      </h2>
      <p className="small muted">The best by AI score, each at its lowest price.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Price</th>
            <th scope="col">AI score</th>
          </tr>
        </thead>
        <tbody>
          {byScore.slice(0, QUICK_COMPARE_ROWS).map(({ id, name, path, best }) => (
            <tr key={id}>
              <th scope="row" className="reach-in">
                <a className="clamp" href={path}>
                  {name}
                </a>
                <span className="small muted">{best.retailer.name}</span>
              </th>
              <td className="figures">
                <span className="price inline">{audText(best.currentPrice)}</span>
                {best.unitPrice && (
                  <span className="small muted"> {unitPriceText(best.unitPrice)}</span>
                )}
              </td>
              <td>
                <AiScore score10={best.aiScore.overall} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
