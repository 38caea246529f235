import { Icon } from '#site/ui/Icon.tsx';
import './SmartPromo.css';

/** The way to Smart Search. */
export function SmartPromo() {
  return (
    <section className="wrap smart-promo">
      <a className="promo" href="/smart-search">
        <span className="mark">
          <Icon name="spark" />
        </span>
        <span className="stack tight">
          <strong>Not sure what to buy? Try Smart Search</strong>
          <span className="muted">
            Say what you need. Get a price range, three picks with reasons, and where to look.
          </span>
        </span>
        <Icon name="arrow-right" />
      </a>
    </section>
  );
}
