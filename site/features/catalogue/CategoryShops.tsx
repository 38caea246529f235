import { trustBand } from '#domain/products/score-band.ts';
import type { CategoryShopLink } from '#site/server/public-pages/category.ts';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import './CategoryShops.css';
import { counted } from '#domain/text/counted.ts';

/** The other shops open on demand. */
const SHOPS_SHOWN = 10;

/** The shops of a category: how much each sells, and how often no one is cheaper. */
export function CategoryShops({ shops }: { shops: readonly CategoryShopLink[] }) {
  const more = shops.slice(SHOPS_SHOWN);
  return (
    <>
      <div className="category-shops">
        <ShopTable shops={shops.slice(0, SHOPS_SHOWN)} />
      </div>
      {more.length > 0 && (
        <details className="category-shops">
          <summary>{counted(more.length, 'more shop')}</summary>
          <ShopTable shops={more} />
        </details>
      )}
    </>
  );
}

function ShopTable({ shops }: { shops: readonly CategoryShopLink[] }) {
  return (
    <table className="docket-table labelled-table">
      <thead>
        <tr>
          <th scope="col">Retailer</th>
          <th scope="col">Trust</th>
          <th scope="col" className="number">
            Products
          </th>
          <th scope="col" className="number">
            Cheapest
          </th>
        </tr>
      </thead>
      <tbody>
        {shops.map((shop) => (
          <tr key={shop.path}>
            <th scope="row">
              <span className="retailer-line">
                <LetterTile name={shop.name} />
                <a href={shop.path}>{shop.name}</a>
              </span>
            </th>
            <td data-label="Trust">
              <span className={`badge figures tone-${trustBand(shop.trustScore)}`}>
                {shop.trustScore.toFixed(1)}/10
              </span>
            </td>
            <td className="number figures" data-label="Products">
              {shop.products.toLocaleString('en-AU')}
            </td>
            <td className="number figures" data-label="Cheapest">
              {shareText(shop)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** '12 of 40 (30%)'; '–' where no other shop sells the same products. */
function shareText({ cheapest, compared }: CategoryShopLink): string {
  if (compared === 0) return '–';
  return `${cheapest} of ${compared} (${Math.round((cheapest / compared) * 100)}%)`;
}
