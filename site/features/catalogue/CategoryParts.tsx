import { countText } from '#domain/count-text.ts';
import type { PriceBand } from '#domain/prices/price-bands.ts';
import { categoryPath } from '#domain/public-path.ts';
import { counted } from '#domain/text/counted.ts';
import type { CategoryShopLink } from '#site/server/public-pages/category.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { TrustBadge } from '#site/ui/Trust.tsx';
import { type Column, LabelledTable } from './LabelledTable.tsx';
import './CategoryParts.css';

/** Shops shown before the rest are folded. */
const SHOPS_SHOWN = 8;

/** Shops of a category: products sold, and how often each is cheapest. */
export function CategoryShops({ shops }: { shops: readonly CategoryShopLink[] }) {
  const more = shops.slice(SHOPS_SHOWN);
  const table = (rows: readonly CategoryShopLink[]) => (
    <LabelledTable columns={SHOP_COLUMNS} rows={rows} />
  );
  return (
    <>
      <div className="category-shops">{table(shops.slice(0, SHOPS_SHOWN))}</div>
      {more.length > 0 && (
        <details className="category-shops">
          <summary>{counted(more.length, 'more shop')}</summary>
          {table(more)}
        </details>
      )}
    </>
  );
}

const SHOP_COLUMNS: readonly Column<CategoryShopLink>[] = [
  [
    'Retailer',
    ({ name, path }) => (
      <span className="retailer-line">
        <LetterTile name={name} />
        <a href={path}>{name}</a>
      </span>
    ),
  ],
  ['Trust', ({ trustScore }) => <TrustBadge score={trustScore} />],
  ['Products', ({ products }) => countText(products), 'number figures'],
  ['Cheapest', shareText, 'number figures'],
];

/** '12 of 40 (30%)'; '–' when no other shop sells the same products. */
function shareText({ cheapest, compared }: CategoryShopLink): string {
  if (compared === 0) return '–';
  return `${cheapest} of ${compared} (${Math.round((cheapest / compared) * 100)}%)`;
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
