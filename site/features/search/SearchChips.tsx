import { useId } from 'react';
import { isPlainClick } from '#site/client/plain-click.ts';
import { searchPath } from '#site/client/search-view.ts';

interface SearchChipsProps {
  title: string;
  searches: readonly string[];
  onSearch(query: string): void;
}

/** Searches to go on with: links that the island takes over. */
export function SearchChips({ title, searches, onSearch }: SearchChipsProps) {
  const id = useId();
  if (searches.length === 0) return null;
  return (
    <section className="stack tight searches" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="plain-list row">
        {searches.map((text) => (
          <li key={text}>
            <a
              className="chip"
              href={searchPath(text)}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                onSearch(text);
                scrollTo({ top: 0 });
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
