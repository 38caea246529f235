import { type ReactNode, useId } from 'react';
import type { Sort } from '#domain/products/comparison.ts';
import type { SearchFilters } from '#domain/search/search-filters.ts';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { type SearchView, searchPath } from '#site/client/search-view.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { InterceptedLink } from '#site/ui/InterceptedLink.tsx';
import { audText } from '#site/ui/price-text.ts';

interface SearchChipsProps {
  title: string;
  searches: readonly string[];
  onSearch(query: string): void;
}

/** Related or popular searches. */
export function SearchChips({ title, searches, onSearch }: SearchChipsProps) {
  const id = useId();
  if (searches.length === 0) return null;
  return (
    <section className="stack tight searches" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {title}
      </h2>
      <ul className="plain-list row">
        {searches.map((text) => (
          <li key={text}>
            <SearchLink query={text} onSearch={onSearch}>
              {text}
            </SearchLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SearchLinkProps {
  query: string;
  className?: string;
  children: ReactNode;
  onSearch(query: string): void;
}

/** A link to another search; the island intercepts clicks. */
export function SearchLink({ query, className = 'chip', children, onSearch }: SearchLinkProps) {
  const go = () => {
    onSearch(query);
    scrollTo({ top: 0 });
  };
  return (
    <InterceptedLink href={searchPath(query)} className={className} onFollow={go}>
      {children}
    </InterceptedLink>
  );
}

/** A query with its view, and the handlers of links, which also work without JavaScript. */
export interface CurrentSearch {
  query: string;
  view: SearchView;
  /** The sort of its answer. */
  sort: Sort;
  onView(view: SearchView): void;
  onSearch(query: string): void;
}

interface ViewLinkProps {
  search: CurrentSearch;
  /** View settings the link changes. */
  change: Partial<Omit<SearchView, 'page'>>;
  className?: string;
  isCurrent?: boolean;
  children: ReactNode;
}

/** A link to the same query with other filters or another order. */
export function ViewLink({ search, change, className, isCurrent, children }: ViewLinkProps) {
  const next = { ...search.view, ...change, page: 1 };
  return (
    <InterceptedLink
      href={searchPath(search.query, next)}
      className={className}
      aria-current={isCurrent}
      onFollow={() => search.onView(next)}
    >
      {children}
    </InterceptedLink>
  );
}

interface ToolbarProps {
  search: CurrentSearch;
  /** 'per 100 g'; null without unit prices. */
  unitText: string | null;
}

/** The sticky bar: opens the filters, counts the active ones and switches the order in one tap. */
export function Toolbar({ search, unitText }: ToolbarProps) {
  const { sort } = search;
  const { filters } = search.view;
  const set = activeFilters(filters).length;
  const orders: (readonly [Sort, string])[] = [
    ['aiScore', 'AI score'],
    ['relevance', 'Best match'],
    ['price', 'Cheapest'],
    ...(unitText ? [['unitPrice', `Best value ${unitText}`] as const] : []),
    ['drop', 'Biggest genuine drop'],
  ];
  return (
    <div className="toolbar">
      <button type="button" className="chip filter-opener" popoverTarget="filter-sheet">
        <Icon name="sliders" /> Sort and filter
        {set > 0 && (
          <span className="count figures">
            {set}
            <span className="visually-hidden"> {set === 1 ? 'filter is' : 'filters are'} set</span>
          </span>
        )}
      </button>
      <ul className="plain-list orders" aria-label="Order">
        {orders.map(([order, text]) => (
          <li key={order}>
            <ViewLink
              search={search}
              change={{ sort: order }}
              className="chip"
              isCurrent={sort === order}
            >
              {text}
            </ViewLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ActiveChipsProps {
  search: CurrentSearch;
  understood: SearchAnswer['understood'];
}

/** Removable chips for the interpreted query and the active filters. */
export function ActiveChips({ search, understood }: ActiveChipsProps) {
  const { parts, correctedTo } = understood;
  const active = activeFilters(search.view.filters);
  return (
    <>
      {correctedTo && (
        <p role="status">
          Nothing matches “{search.query}” as typed. Showing results for “{correctedTo}”.
        </p>
      )}
      {parts.length + active.length > 0 && (
        <ul className="plain-list row chips" aria-label="Active filters">
          {parts.map(({ label, without }) => (
            <li key={`part ${label}`}>
              <SearchLink query={without} className="chip active" onSearch={search.onSearch}>
                <Removable>{label}</Removable>
              </SearchLink>
            </li>
          ))}
          {active.map(({ label, change }) => (
            <li key={label}>
              <ViewLink
                search={search}
                change={{ filters: { ...search.view.filters, ...change } }}
                className="chip active"
              >
                <Removable>{label}</Removable>
              </ViewLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Removable({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="visually-hidden">Remove </span>
      {children} <span aria-hidden="true">×</span>
    </>
  );
}

/** Filters with several values, each with how it names one. */
const LISTS = [
  ['brands', ''],
  ['shops', 'at '],
  ['size', ''],
  ['specs', ''],
] as const;

/** The active filters, each with the change that removes it. */
export function activeFilters(filters: SearchFilters): { label: string; change: SearchFilters }[] {
  const { category, minPrice, maxPrice, minRating, inStock, onSale } = filters;
  const ofLists = LISTS.flatMap(([name, at]) => {
    const values = filters[name] ?? [];
    return values.map((value) => ({
      label: at + value,
      change: { [name]: values.filter((one) => one !== value) },
    }));
  });
  return [
    ...(category ? [{ label: category, change: { category: undefined } }] : []),
    ...ofLists,
    ...(minPrice
      ? [{ label: `${audText(minPrice)} or more`, change: { minPrice: undefined } }]
      : []),
    ...(maxPrice !== undefined
      ? [{ label: `${audText(maxPrice)} or less`, change: { maxPrice: undefined } }]
      : []),
    ...(minRating ? [{ label: `rated ${minRating}+`, change: { minRating: undefined } }] : []),
    ...(inStock ? [{ label: 'in stock', change: { inStock: false } }] : []),
    ...(onSale ? [{ label: 'only sales', change: { onSale: false } }] : []),
  ];
}
