import type { CategoryLink } from '#site/server/public-pages/links.ts';
import { categoryIcon } from '#site/ui/category-icon.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { audText } from '#site/ui/price-text.ts';
import './CategoryGrid.css';
import { countText } from '#domain/count-text.ts';
import { counted } from '#domain/text/counted.ts';

/** Category cards: icon, product count and lowest price. */
export function CategoryGrid({ categories }: { categories: readonly CategoryLink[] }) {
  return (
    <ul className="plain-list category-grid">
      {categories.map(({ name, path, products, drops, low }) => (
        <li key={path}>
          <a className="card" href={path}>
            <span className="mark">
              <Icon name={categoryIcon(name)} />
            </span>
            <span className="stack tight">
              <strong>{name}</strong>
              <span className="small muted figures">
                {counted(products, 'product')} from {audText(low)}
              </span>
              {drops > 0 && (
                <span className="small toned tone-green figures">
                  {countText(drops)} really cheaper today
                </span>
              )}
            </span>
            <Icon name="arrow-right" />
          </a>
        </li>
      ))}
    </ul>
  );
}
