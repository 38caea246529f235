import { type ReactNode, useId } from 'react';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { isPlainClick } from '#site/client/plain-click.ts';
import { searchPath } from '#site/client/search-view.ts';

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

interface UnderstoodProps extends Pick<SearchAnswer, 'understood'> {
  query: string;
  onSearch(query: string): void;
}

/** What the query was taken to mean: its corrected words, and each limit or wish as a chip that takes it away. */
export function Understood({ query, understood, onSearch }: UnderstoodProps) {
  const { parts, correctedTo } = understood;
  return (
    <>
      {correctedTo && (
        <p role="status">
          Nothing matches “{query}” as typed. Showing results for <strong>{correctedTo}</strong>.
        </p>
      )}
      {parts.length > 0 && (
        <ul className="plain-list row chips" aria-label="Understood from your search">
          {parts.map(({ label, without }) => (
            <li key={label}>
              <SearchLink query={without} onSearch={onSearch}>
                {label} <span aria-hidden="true">×</span>
                <span className="visually-hidden">, remove</span>
              </SearchLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface SearchLinkProps {
  query: string;
  children: ReactNode;
  onSearch(query: string): void;
}

/** A link to another search, which the island takes over. */
function SearchLink({ query, children, onSearch }: SearchLinkProps) {
  return (
    <a
      className="chip"
      href={searchPath(query)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onSearch(query);
        scrollTo({ top: 0 });
      }}
    >
      {children}
    </a>
  );
}
