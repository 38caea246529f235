import './Hero.css';
import './SampleDocket.css';
import { POPULAR_SEARCHES } from '#site/content/texts.ts';
import { SearchForm } from '#site/layouts/SearchForm.tsx';
import { Icon } from '#site/ui/Icon.tsx';

/** The question, the search box, the free searches left, popular searches, and a sample comparison. */
export function Hero() {
  return (
    <section className="wrap home-hero">
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
          <ul className="row plain-list">
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
      <div className="sample">
        <SampleDocket />
      </div>
    </section>
  );
}

const ROWS = [
  { shop: 'Department store', price: '$219.00', share: '73%', best: true },
  { shop: 'Electronics chain', price: '$249.00', share: '83%', best: false },
  { shop: 'Online marketplace', price: '$264.95', share: '88%', best: false },
  { shop: 'Appliance shop', price: '$299.00', share: '100%', best: false },
];

/** A drawn example of what a comparison looks like; not data, and labelled so. */
function SampleDocket() {
  return (
    <figure className="docket sample-docket" aria-label="A sample comparison">
      <figcaption className="row spread small muted">
        <span>Sample docket</span>
        <span className="figures">4 of 50+ shops</span>
      </figcaption>
      <hr className="rule" />
      <p className="name">Coffee machine, 15 bar</p>
      <div className="row spread">
        <span className="price hero">$219</span>
        <span className="stamp tone-green">Genuine saving</span>
      </div>
      <p className="small muted">Was $299 on 61 of the 84 days before the sale.</p>
      <hr className="rule" />
      <ul className="plain-list">
        {ROWS.map(({ shop, price, share, best }) => (
          <li key={shop} className={best ? 'best' : undefined}>
            <span className="leader">
              <span>{shop}</span>
              <span className="price inline">{price}</span>
            </span>
            <svg width="100%" height="6" aria-hidden="true">
              <rect width={share} height="6" rx="3" />
            </svg>
          </li>
        ))}
      </ul>
      <hr className="rule" />
      <p className="leader strong toned tone-green">
        <span>You keep</span>
        <span className="figures">$80.00</span>
      </p>
    </figure>
  );
}
