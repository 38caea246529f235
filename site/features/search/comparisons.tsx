import { QUICK_COMPARE_ROWS, sortBy } from '#domain/products/comparison.ts';
import { searchScoreBand } from '#domain/products/score-band.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText, unitPriceText } from '#site/ui/price-text.ts';

/** Rungs shown: more would be a list again. */
const RUNGS = 8;

/** Each shop's cheapest offer against the lowest of all, as bars. */
export function PriceLadder({ products }: { products: readonly SearchProduct[] }) {
  const seen = new Set<string>();
  const buyable = products.filter(({ canBuy }) => canBuy);
  // A price that no one can pay is no rung, unless there is no other.
  const cheapestFirst = sortBy(buyable.length > 0 ? buyable : products, 'price').filter(
    ({ retailer }) => !seen.has(retailer.name) && seen.add(retailer.name),
  );
  const rungs = cheapestFirst.slice(0, RUNGS);
  const lowest = rungs[0]?.currentPrice ?? 0;
  const highest = rungs.at(-1)?.currentPrice ?? 1;
  return (
    <section className="card stack ladder" aria-labelledby="ladder-title">
      <div className="stack tight">
        <h2 id="ladder-title">Price ladder</h2>
        <p className="small muted">
          Each shop’s cheapest match that can be bought, from the lowest up.
        </p>
      </div>
      <ol className="plain-list">
        {rungs.map(({ offerId, retailer, currentPrice }, index) => (
          <li key={offerId} className={index === 0 ? 'lowest' : undefined}>
            <span className="leader">
              <span>{retailer.name}</span>
              <span className="rung-price">
                {currentPrice > lowest && (
                  <span className="small muted figures">+{audText(currentPrice - lowest)}</span>
                )}{' '}
                <span className="price inline">{audText(currentPrice)}</span>
              </span>
            </span>
            <svg width="100%" height="6" aria-hidden="true">
              <rect width={`${Math.round((currentPrice / highest) * 100)}%`} height="6" rx="3" />
            </svg>
          </li>
        ))}
      </ol>
      {cheapestFirst.length > RUNGS && (
        <p className="small muted">and {cheapestFirst.length - RUNGS} more below</p>
      )}
    </section>
  );
}

/** The first five by AI score in one table. */
export function QuickCompare({ products }: { products: readonly SearchProduct[] }) {
  return (
    <section className="stack" aria-labelledby="compare-title">
      <h2 id="compare-title">Quick Compare</h2>
      <section className="table-scroll" aria-label="Quick Compare table" tabIndex={-1}>
        <table className="docket-table compare-table">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Retailer</th>
              <th scope="col" className="number">
                Price
              </th>
              <th scope="col">AI score</th>
              <th scope="col">
                <span className="visually-hidden">Link</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {products.slice(0, QUICK_COMPARE_ROWS).map((product) => (
              <tr key={product.offerId}>
                <th scope="row">{product.name}</th>
                <td>{product.retailer.name}</td>
                <td className="number">
                  <span className="price inline">{audText(product.currentPrice)}</span>
                  {product.unitPrice && (
                    <span className="small muted unit">{unitPriceText(product.unitPrice)}</span>
                  )}
                </td>
                <td className="figures score">
                  {product.aiScore.overall.toFixed(1)}{' '}
                  {searchScoreBand(product.aiScore.overall).label}
                </td>
                <td>
                  <OutboundLink href={product.productUrl} className="row-link">
                    View
                  </OutboundLink>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
