import { HEADLINE_STATS, SAVINGS_CLAIM } from '#site/content/texts.ts';
import './Retailers.css';

/** Placeholders for the shops to come, in their shape. */
const SHAPES = Array.from({ length: 18 }, (_, index) => index);

/** Stats, the savings claim and the shops that are read now: filled in by shops.ts, a link without JavaScript. */
export function Retailers() {
  return (
    <section className="wrap section stack loose home-retailers">
      <dl className="stats">
        {HEADLINE_STATS.map(({ figure, label }) => (
          <div key={label}>
            <dd className="price">{figure}</dd>
            <dt className="muted">{label}</dt>
          </div>
        ))}
      </dl>
      <div className="claim">
        <div className="stack">
          <h2>{SAVINGS_CLAIM.heading}</h2>
          <p className="muted">{SAVINGS_CLAIM.text}</p>
        </div>
        <div className="stack">
          <h3>Shops we compare</h3>
          <ul className="plain-list shops" data-shops>
            {SHAPES.map((index) => (
              <li key={index} className="shape needs-script" aria-hidden="true" />
            ))}
            <li className="all">
              <a className="reach" href="/retailers">
                All shops, and how fresh their prices are
              </a>
            </li>
          </ul>
        </div>
      </div>
    </section>
  );
}
