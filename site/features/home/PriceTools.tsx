import { PRICE_TOOLS } from '#site/content/texts.ts';

/** The tools that no other price comparison has, as one row of links. */
export function PriceTools() {
  return (
    <nav className="wrap" aria-label="Price tools">
      <ul className="plain-list row tight">
        {PRICE_TOOLS.map(({ href, text }) => (
          <li key={href}>
            <a className="chip" href={href}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
