import { type KeyboardEvent, useId, useState } from 'react';
import {
  DEFAULT_FILTERS,
  type Filters as FilterValues,
  priceBound,
  RATING_OPTIONS,
  RETAILER_CHIPS,
  type Sort,
} from '#domain/products/comparison.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { DEFAULT_VIEW, type SearchView } from '#site/client/search-view.ts';
import { Icon } from '#site/ui/Icon.tsx';

const SORT_TEXTS: Record<Sort, string> = {
  aiScore: 'AI score',
  price: 'Price, lowest first',
  unitPrice: 'Unit price, lowest first',
  trust: 'Retailer trust',
  savings: 'Biggest saving',
};

interface FiltersProps {
  query: string;
  products: readonly SearchProduct[];
  view: SearchView;
  onView(view: SearchView): void;
}

/** Sort and filters: a column on wide screens, a sheet from below on phones, a plain GET form without JavaScript. */
export function Filters({ query, products, view, onView }: FiltersProps) {
  const { sort, filters } = view;
  const id = useId();
  const names = [...new Set(products.map((product) => product.retailer.name))].toSorted();
  const hasUnits = sort === 'unitPrice' || products.some((product) => product.unitPrice);
  const sorts = Object.entries(SORT_TEXTS).filter(([value]) => value !== 'unitPrice' || hasUnits);
  const change = (changed: Partial<FilterValues>) =>
    onView({ sort, filters: { ...filters, ...changed } });

  return (
    <div className="filters">
      <button type="button" className="button filter-opener" popoverTarget="filter-sheet">
        <Icon name="sliders" /> Sort and filter
      </button>
      <form id="filter-sheet" popover="auto" className="stack filter-sheet" action="/search">
        <input type="hidden" name="q" value={query} />
        <div className="row spread">
          <h2 className="filter-title">Sort and filter</h2>
          <button
            type="button"
            className="link-button needs-script"
            onClick={() => onView(DEFAULT_VIEW)}
          >
            Reset
          </button>
        </div>
        <div className="field">
          <label htmlFor={`${id}sort`}>Sort by</label>
          <select
            id={`${id}sort`}
            name="sort"
            className="input"
            value={sort}
            onChange={(event) => onView({ filters, sort: event.target.value as Sort })}
          >
            {sorts.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
        <label className="check">
          <input
            type="checkbox"
            name="sale"
            value="1"
            checked={filters.onlySales}
            onChange={(event) => change({ onlySales: event.target.checked })}
          />
          Only sales
        </label>
        <fieldset className="field">
          <legend className="field-label">Price range</legend>
          <div className="range">
            <PriceBound
              end="min"
              value={filters.minPrice}
              onPrice={(minPrice) => change({ minPrice })}
            />
            <span aria-hidden="true">to</span>
            <PriceBound
              end="max"
              value={filters.maxPrice}
              onPrice={(maxPrice) => change({ maxPrice })}
            />
          </div>
        </fieldset>
        <div className="field">
          <label htmlFor={`${id}rating`}>Rating</label>
          <select
            id={`${id}rating`}
            name="rating"
            className="input"
            value={filters.minRating}
            onChange={(event) => change({ minRating: Number(event.target.value) })}
          >
            {RATING_OPTIONS.map((option) => (
              <option key={option} value={option}>
                {option === 0 ? 'All' : `${option}+`}
              </option>
            ))}
          </select>
        </div>
        <fieldset className="field retailer-filter">
          <legend className="field-label">Retailers</legend>
          {names.map((name) => (
            <label key={name} className="check">
              <input
                type="checkbox"
                name="retailer"
                value={name}
                checked={filters.retailers.includes(name)}
                onChange={() => change({ retailers: toggled(filters.retailers, name) })}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <button
          type="submit"
          className="button primary apply"
          onClick={(event) => {
            event.preventDefault();
            event.currentTarget.form?.hidePopover();
          }}
        >
          Show results
        </button>
      </form>
    </div>
  );
}

interface PriceBoundProps {
  end: 'min' | 'max';
  /** Dollars. */
  value: number;
  onPrice(dollars: number): void;
}

/** One end of the price range, taken over when the field is left or Enter is pressed. */
function PriceBound({ end, value, onPrice }: PriceBoundProps) {
  const take = (typed: string) => onPrice(priceBound(typed, end));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    take(event.currentTarget.value);
  };
  return (
    <input
      key={value}
      name={end}
      className="input figures"
      inputMode="decimal"
      aria-label={end === 'min' ? 'Lowest price in dollars' : 'Highest price in dollars'}
      defaultValue={
        value === (end === 'min' ? DEFAULT_FILTERS.minPrice : DEFAULT_FILTERS.maxPrice) ? '' : value
      }
      placeholder={end === 'min' ? '$0' : '$10,000'}
      onBlur={(event) => take(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/** The shops of the answer: 6, then '+N more'. Each chip narrows the list to its shop, or lets go of it. */
export function RetailerChips({ products, view, onView }: Omit<FiltersProps, 'query'>) {
  const [isOpen, setOpen] = useState(false);
  const chosen = view.filters.retailers;
  const names = [...new Set(products.map((product) => product.retailer.name))];
  const shown = isOpen ? names : names.slice(0, RETAILER_CHIPS);
  const more = names.length - shown.length;
  const toggle = (name: string) =>
    onView({ ...view, filters: { ...view.filters, retailers: toggled(chosen, name) } });
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

function toggled(chosen: readonly string[], name: string): string[] {
  return chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
}
