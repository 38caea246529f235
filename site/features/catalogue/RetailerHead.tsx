import { countText } from '#domain/count-text.ts';
import { trustBand } from '#domain/products/score-band.ts';
import { checkedText } from '#domain/retailers/facts-text.ts';
import type { PublicRetailer } from '#site/server/public-pages/retailer.ts';
import { Ago } from '#site/ui/Ago.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { freshnessOf } from './freshness.ts';
import './RetailerHead.css';
import { retailerSentences } from './words.ts';

/** Head of a retailer page: description, price position and trust score with its basis. */
export function RetailerHead({ retailer }: { retailer: PublicRetailer }) {
  const { name, status, trustScore, delivery, promise } = retailer;
  const freshness = freshnessOf(status);
  const sentences = retailerSentences(retailer);
  const facts = [
    {
      label: 'Last read',
      value: status.lastSuccessAt ? <Ago at={status.lastSuccessAt} /> : 'not yet',
    },
    { label: 'Typical price age', value: freshness.usualAge },
    { label: 'Pages read successfully', value: freshness.success },
    { label: 'Offers', value: countText(status.offers) },
  ];
  return (
    <header className="retailer-head">
      <div className="stack">
        <div className="title">
          <LetterTile name={name} />
          <h1>{name}</h1>
        </div>
        <p className="muted">
          {retailer.kind} · {retailer.region}
        </p>
        {retailer.description && <p className="lead">{retailer.description}</p>}
        {sentences.length > 0 && <p className="measure">{sentences.join(' ')}</p>}
        <p className="measure">
          {delivery ? <Stated text={delivery.text} fact={delivery} /> : DELIVERY_UNKNOWN}
        </p>
        {promise && (
          <p className="measure">
            <Stated
              text={`${name} ${promise.text}. ${promise.conditions.join(' ')}`}
              fact={promise}
            />
          </p>
        )}
        <p>
          <OutboundLink href={retailer.website} className="button">
            Visit {name}
          </OutboundLink>
        </p>
      </div>
      <div className="docket stack tight trust-card">
        <p className="small muted">Trust score</p>
        <p className={`price hero toned tone-${trustBand(trustScore)}`}>
          {trustScore.toFixed(1)}
          <span className="of">/10</span>
        </p>
        <hr className="rule" />
        <p className="small">{retailer.trustBasis || 'No basis is recorded for this score yet.'}</p>
        <hr className="rule" />
        {facts.map(({ label, value }) => (
          <p key={label} className="leader small">
            <span>{label}</span>
            <span className="strong figures">{value}</span>
          </p>
        ))}
        {freshness.held && <p className="small toned tone-yellow">{freshness.held}</p>}
      </div>
    </header>
  );
}

const DELIVERY_UNKNOWN = 'What it charges for delivery is not known.';

/** A fact with the page that says so. */
function Stated({ text, fact }: { text: string; fact: { source: string; checkedOn: string } }) {
  return (
    <>
      {text}{' '}
      <span className="small muted evidence">
        {checkedText(fact)}: <OutboundLink href={fact.source}>source</OutboundLink>
      </span>
    </>
  );
}
