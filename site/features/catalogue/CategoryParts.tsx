import { countText } from '#domain/count-text.ts';
import type { PriceBand } from '#domain/prices/price-bands.ts';
import { categoryPath } from '#domain/public-path.ts';
import { counted } from '#domain/text/counted.ts';
import type { CategoryShopLink } from '#site/server/public-pages/category.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LongList } from '#site/ui/LongList.tsx';
import { ShopLines } from './ShopLines.tsx';
import './CategoryParts.css';

/** Shops of a category: products sold, and how often each is cheapest. */
export function CategoryShops({ shops }: { shops: readonly CategoryShopLink[] }) {
  return (
    <LongList items={shops} noun="shop">
      {(part) => <ShopLines shops={part} factsOf={shareText} />}
    </LongList>
  );
}

/** '65 products, cheapest for 12 of 40 (30%)'; the share only where other shops sell the same products. */
function shareText({ products, cheapest, compared }: CategoryShopLink): string {
  const sold = counted(products, 'product');
  if (compared === 0) return sold;
  const share = Math.round((cheapest / compared) * 100);
  return `${sold}, cheapest for ${cheapest} of ${compared} (${share}%)`;
}

/** Price distribution of a category: one server-drawn bar per price band. */
export function PriceBands({ bands }: { bands: readonly PriceBand[] }) {
  const most = Math.max(1, ...bands.map(({ products }) => products));
  return (
    <ul className="plain-list price-bands">
      {bands.map((band) => (
        <li key={band.fromDollars}>
          <span className="figures">{bandText(band)}</span>
          <svg width="100%" height="18" aria-hidden="true">
            <rect
              className={band.products === most ? 'most' : undefined}
              width={`${Math.round((band.products / most) * 100)}%`}
              height="18"
              rx="4"
            />
          </svg>
          <span className="figures muted">{counted(band.products, 'product')}</span>
        </li>
      ))}
    </ul>
  );
}

function bandText({ fromDollars, toDollars }: PriceBand): string {
  if (fromDollars === 0) return `Under ${amount(toDollars ?? 0)}`;
  return toDollars === null
    ? `${amount(fromDollars)} and more`
    : `${amount(fromDollars)} to ${amount(toDollars)}`;
}

function amount(dollars: number): string {
  return `$${countText(dollars)}`;
}

interface PageLinksProps {
  name: string;
  /** Current brand; '' for all. */
  brand: string;
  page: number;
  pages: number;
}

/** Pagination of a category or brand: previous, next and page numbers. */
export function PageLinks({ name, brand, page, pages }: PageLinksProps) {
  if (pages < 2) return null;
  return (
    <nav className="row" aria-label="Pages">
      {page > 1 && (
        <a className="chip" href={categoryPath(name, page - 1, brand)} rel="prev">
          <Icon name="arrow-left" /> Before
        </a>
      )}
      {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
        <a
          key={number}
          className="chip figures"
          href={categoryPath(name, number, brand)}
          aria-current={number === page ? 'true' : undefined}
          aria-label={`Page ${number}`}
        >
          {number}
        </a>
      ))}
      {page < pages && (
        <a className="chip" href={categoryPath(name, page + 1, brand)} rel="next">
          Next <Icon name="arrow-right" />
        </a>
      )}
    </nav>
  );
}
