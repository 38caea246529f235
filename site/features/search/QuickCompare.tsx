import { QUICK_COMPARE_ROWS } from '#domain/products/comparison.ts';
import { searchScoreBand } from '#domain/products/score-band.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText, unitPriceText } from '#site/ui/price-text.ts';

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
