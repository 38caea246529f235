import { type ReactNode, useId } from 'react';
import { isPlainClick } from '#site/client/plain-click.ts';
import { type SearchView, searchPath } from '#site/client/search-view.ts';

interface SearchChipsProps {
  title: string;
  searches: readonly string[];
  onSearch(query: string): void;
}

/** Searches to go on with. */
export function SearchChips({ title, searches, onSearch }: SearchChipsProps) {
  const id = useId();
  if (searches.length === 0) return null;
  return (
    <section className="stack tight searches" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
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

/** A link to another search, which the island takes over. */
export function SearchLink({ query, className = 'chip', children, onSearch }: SearchLinkProps) {
  const go = () => {
    onSearch(query);
    scrollTo({ top: 0 });
  };
  return (
    <TakenLink href={searchPath(query)} className={className} onTake={go}>
      {children}
    </TakenLink>
  );
}

/** A query with its view, and what changes it: links that work without script, and that the island takes over. */
export interface Seen {
  query: string;
  view: SearchView;
  onView(view: SearchView): void;
}

interface ViewLinkProps {
  seen: Seen;
  /** What of the view the link changes. */
  change: Partial<Omit<SearchView, 'page'>>;
  className?: string;
  isCurrent?: boolean;
  children: ReactNode;
}

/** A link to the same query with other filters, or in another order. */
export function ViewLink({ seen, change, className, isCurrent, children }: ViewLinkProps) {
  const next = { ...seen.view, ...change, page: 1 };
  return (
    <TakenLink
      href={searchPath(seen.query, next)}
      className={className}
      isCurrent={isCurrent}
      onTake={() => seen.onView(next)}
    >
      {children}
    </TakenLink>
  );
}

interface TakenLinkProps {
  href: string;
  className?: string | undefined;
  isCurrent?: boolean | undefined;
  children: ReactNode;
  onTake(): void;
}

/** A link that the island takes over, unless a held key asks for a tab of its own. */
export function TakenLink({ href, className, isCurrent, children, onTake }: TakenLinkProps) {
  return (
    <a
      className={className}
      href={href}
      aria-current={isCurrent}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onTake();
      }}
    >
      {children}
    </a>
  );
}
