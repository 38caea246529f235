import { useState } from 'react';
import { RETAILER_CHIPS } from '#domain/products/comparison.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import type { SearchView } from '#site/client/search-view.ts';

interface RetailerChipsProps {
  products: readonly SearchProduct[];
  view: SearchView;
  onView(view: SearchView): void;
}

/** The shops of the answer: 6, then '+N more'. Each chip narrows the list to its shop, or lets go of it. */
export function RetailerChips({ products, view, onView }: RetailerChipsProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = view.filters.retailers;
  const names = [...new Set(products.map((product) => product.retailer.name))];
  const shown = isOpen ? names : names.slice(0, RETAILER_CHIPS);
  const more = names.length - shown.length;
  const toggle = (name: string) => {
    const retailers = chosen.includes(name)
      ? chosen.filter((other) => other !== name)
      : [...chosen, name];
    onView({ ...view, filters: { ...view.filters, retailers } });
  };
  return (
    <ul className="plain-list row chips needs-script" aria-label="Retailers">
      {shown.map((name, index) => (
        <li key={name}>
          <button
            type="button"
            className="chip"
            // biome-ignore lint/a11y/noAutofocus: the first of those that came takes the place of '+N more'
            autoFocus={index === RETAILER_CHIPS}
            aria-pressed={chosen.includes(name)}
            onClick={() => toggle(name)}
          >
            {name}
          </button>
        </li>
      ))}
      {more > 0 && (
        <li>
          <button type="button" className="chip more" onClick={() => setOpen(true)}>
            +{more} more
          </button>
        </li>
      )}
    </ul>
  );
}
