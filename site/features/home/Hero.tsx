import './Hero.css';
import { POPULAR_SEARCHES } from '#site/content/texts.ts';
import { SearchForm } from '#site/layouts/SearchForm.tsx';
import { Icon } from '#site/ui/Icon.tsx';

/** Heading, search box, free searches left and popular searches. */
export function Hero() {
  return (
    <div className="stack loose words">
      <div className="stack">
        <h1>What should it cost?</h1>
        <p className="lead">
          Search once. See the price at 50+ Australian retailers, what it was last month, and
          whether that “special” is one.
        </p>
      </div>
      <div className="stack">
        <SearchForm label="What are you looking for?" placeholder="Product or brand" />
        <p className="free row small" data-free-searches>
          <Icon name="tag" />{' '}
          <span data-free-text>3 free searches left. A free account lifts the limit.</span>
        </p>
      </div>
      <div className="stack tight">
        <h2 className="eyebrow">Popular searches</h2>
        <ul className="row plain-list narrow-chips">
          {POPULAR_SEARCHES.map((query) => (
            <li key={query}>
              <a className="chip" href={`/search?q=${encodeURIComponent(query)}`}>
                {query}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
