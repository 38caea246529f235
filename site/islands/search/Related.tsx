import { searchPath } from '#site/client/search-view.ts';

interface RelatedProps {
  searches: readonly string[];
  onSearch(query: string): void;
}

/** Further searches made from this one. */
export function Related({ searches, onSearch }: RelatedProps) {
  if (searches.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby="related-title">
      <h2 id="related-title">Related searches</h2>
      <ul className="plain-list row">
        {searches.map((text) => (
          <li key={text}>
            <a
              className="chip"
              href={searchPath(text)}
              onClick={(event) => {
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
