import { isBuyable } from '#domain/offers/availability.ts';
import { sortBy } from '#domain/products/comparison.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { audText } from '#site/ui/price-text.ts';

/** Rungs shown: more would be a list again. */
const RUNGS = 8;

/** Each shop's cheapest offer against the lowest of all, as bars. */
export function PriceLadder({ products }: { products: readonly SearchProduct[] }) {
  const seen = new Set<string>();
  const buyable = products.filter(({ availability }) => isBuyable(availability));
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
