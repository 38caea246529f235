import type { JudgedPass } from '#site/api/responses/price-pass.ts';
import { sinceText } from '#site/features/catalogue/words.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText } from '#site/ui/price-text.ts';

const STAMPS = {
  cheaper: { text: 'Ask for it back', tone: 'green' },
  watching: { text: 'Watching', tone: 'blue' },
  over: { text: 'Over', tone: 'grey' },
} as const;

interface PassListProps {
  passes: readonly JudgedPass[];
  onRemove(pass: JudgedPass): void;
}

/** Purchases with what their shop asked since: what is cheaper comes first. */
export function PassList({ passes, onRemove }: PassListProps) {
  if (passes.length === 0)
    return <p className="card">Nothing yet. Add what you bought, with what you paid.</p>;
  const order = Object.keys(STAMPS);
  const sorted = passes.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const now = new Date().toISOString();
  return (
    <ul className="plain-list passes">
      {sorted.map((pass) => (
        <li className="card stack tight" key={pass.id}>
          <p className="row spread">
            <span className={`stamp tone-${STAMPS[pass.state].tone}`}>
              {STAMPS[pass.state].text}
            </span>
            <button type="button" className="button quiet" onClick={() => onRemove(pass)}>
              <Icon name="trash" /> Remove
              <span className="visually-hidden"> {pass.name}</span>
            </button>
          </p>
          <h3 className="card-name">
            <a href={pass.path}>{pass.name}</a>
          </h3>
          <p>{pass.text}</p>
          <dl className="figures small">
            <div>
              <dt className="muted">You paid</dt>
              <dd>{audText(pass.paid)}</dd>
            </div>
            <div>
              <dt className="muted">Lowest since</dt>
              <dd>{pass.lowest ? audText(pass.lowest.price) : '–'}</dd>
            </div>
            <div>
              <dt className="muted">Usual</dt>
              <dd>{pass.median === null ? '–' : audText(pass.median)}</dd>
            </div>
            <div>
              <dt className="muted">Now</dt>
              <dd>{audText(pass.now)}</dd>
            </div>
          </dl>
          <p className="small muted">
            Bought {sinceText(pass.boughtAt, now)} at{' '}
            <OutboundLink href={pass.url} className="reach">
              {pass.shop}
            </OutboundLink>
            , watched until {sinceText(pass.endsAt, now)}. Its usual price is the middle one by
            time, from 90 days before.
          </p>
        </li>
      ))}
    </ul>
  );
}
