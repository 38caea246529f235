import { trustBand } from '#domain/products/score-band.ts';
import type { SmartAnswer } from '#site/client/calls/smart.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';

/** The shops worth looking at; nothing when there are none. */
export function RetailerLinks({ links }: { links: SmartAnswer['retailerLinks'] }) {
  if (links.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="shops">
      <h2 id="shops">Where to look</h2>
      <ul className="plain-list cards">
        {links.map((shop) => (
          <li key={shop.id} className="card stack tight">
            <div className="row">
              <LetterTile name={shop.name} />
              <h3>{shop.name}</h3>
            </div>
            <span className={`badge tone-${trustBand(shop.trustScore)} trust-badge`}>
              <Icon name="shield" /> Trust {shop.trustScore.toFixed(1)}/10
            </span>
            <p>{shop.description}</p>
            <ul className="tips small">
              {shop.strengths.map((strength) => (
                <li key={strength}>{strength}</li>
              ))}
            </ul>
            <OutboundLink href={shop.searchUrl} className="button">
              Search there
            </OutboundLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
