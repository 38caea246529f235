import { useId } from 'react';
import { RATING_OPTIONS, SORTS } from '#domain/products/comparison.ts';
import type { SearchFilters } from '#domain/search/search-filters.ts';
import { counted } from '#domain/text/counted.ts';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { DEFAULT_VIEW, SORT_FACTS } from '#site/client/search-view.ts';
import { audText } from '#site/ui/price-text.ts';
import { SelectField } from '#site/ui/SelectField.tsx';
import { Box, Count, PriceBound, Values } from './filter-fields.tsx';
import { type CurrentSearch, ViewLink } from './SearchChips.tsx';
import './Filters.css';

/** Filters with several values: legend, URL parameter, facet of the response, field of the view. */
const LISTS = [
  ['Brand', 'brand', 'brand', 'brands'],
  ['Size', 'size', 'size', 'size'],
  ['Retailers', 'retailer', 'shop', 'shops'],
] as const;

interface FiltersProps {
  search: CurrentSearch;
  facets: SearchAnswer['facets'];
  /** Whether products have unit prices to sort by. */
  hasUnits: boolean;
  /** Matching products. */
  total: number;
}

/** Sort and filters: a column on wide screens, a bottom sheet on phones, a plain GET form without JavaScript. */
export function Filters({ search, facets, hasUnits, total }: FiltersProps) {
  const { sort } = search;
  const { filters } = search.view;
  const id = useId();
  const sorts = SORTS.filter((name) => name !== 'unitPrice' || hasUnits || sort === name);
  const change = (changed: SearchFilters) =>
    search.onView({ ...search.view, filters: { ...filters, ...changed } });

  return (
    <div className="filters">
      <form id="filter-sheet" popover="auto" className="stack filter-sheet" action="/search">
        <input type="hidden" name="q" value={search.query} />
        <div className="row spread">
          <h2 className="h3">Sort and filter</h2>
          <button
            type="button"
            className="link-button needs-script"
            onClick={() => search.onView(DEFAULT_VIEW)}
          >
            Reset
          </button>
        </div>
        <SelectField
          id={`${id}sort`}
          label="Sort by"
          name="sort"
          value={sort}
          options={sorts.map((name) => [name, SORT_FACTS[name].name] as const)}
          onValue={(value) => {
            const next = SORTS.find((name) => name === value);
            if (next) search.onView({ ...search.view, sort: next });
          }}
        />
        <div>
          <Box
            name="sale"
            label="Only sales"
            isOn={filters.onSale === true}
            onSwitch={(onSale) => change({ onSale })}
          />
          <Box
            name="stock"
            label="In stock"
            count={facets.inStock}
            isOn={filters.inStock === true}
            onSwitch={(inStock) => change({ inStock })}
          />
        </div>
        <fieldset className="field">
          <legend className="field-label">Price range</legend>
          <div className="range">
            <PriceBound
              end="min"
              value={filters.minPrice || undefined}
              onPrice={(minPrice) => change({ minPrice })}
            />
            <span aria-hidden="true">to</span>
            <PriceBound
              end="max"
              value={filters.maxPrice}
              onPrice={(maxPrice) => change({ maxPrice })}
            />
          </div>
          {facets.price.length > 1 && (
            <ul className="plain-list steps">
              {facets.price.map(({ from, to, count }) => (
                <li key={from}>
                  <ViewLink
                    search={search}
                    change={{ filters: { ...filters, minPrice: from, maxPrice: to } }}
                    className="reach row spread"
                    isCurrent={(filters.minPrice ?? 0) === from && filters.maxPrice === to}
                  >
                    <span>
                      {from === 0 ? `Up to ${audText(to)}` : `${audText(from)} to ${audText(to)}`}
                    </span>
                    <Count of={count} />
                  </ViewLink>
                </li>
              ))}
              {facets.soldOut > 0 && (
                <li className="row spread muted">
                  Sold out <Count of={facets.soldOut} />
                </li>
              )}
            </ul>
          )}
        </fieldset>
        <Values
          legend="Category"
          name="category"
          counts={facets.category}
          chosen={filters.category ? [filters.category] : []}
          onChosen={(chosen) => change({ category: chosen.at(-1) })}
        />
        {LISTS.map(([legend, name, facet, field]) => (
          <Values
            key={name}
            legend={legend}
            name={name}
            counts={facets[facet]}
            chosen={filters[field] ?? []}
            onChosen={(chosen) => change({ [field]: chosen })}
          />
        ))}
        {facets.specs.map(({ name, values }) => (
          <Values
            key={name}
            legend={name}
            name="spec"
            prefix={`${name}: `}
            counts={values}
            chosen={filters.specs ?? []}
            onChosen={(specs) => change({ specs })}
          />
        ))}
        <SelectField
          id={`${id}rating`}
          label="Rating"
          name="rating"
          value={filters.minRating ?? 0}
          options={RATING_OPTIONS.map(
            (stars) => [stars, stars === 0 ? 'All' : `${stars}+`] as const,
          )}
          onValue={(value) => change({ minRating: Number(value) })}
        />
        <button
          type="submit"
          className="button primary apply"
          onClick={(event) => {
            event.preventDefault();
            event.currentTarget.form?.hidePopover();
          }}
        >
          Show {counted(total, 'result')}
        </button>
      </form>
    </div>
  );
}
