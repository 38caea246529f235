import { momentText } from '#domain/calendar.ts';
import { stepLine } from '#domain/prices/step-line.ts';
import type { RefusedSpecial } from '#site/api/responses/refused-specials.ts';
import { Ago } from '#site/ui/Ago.tsx';
import { LongList } from '#site/ui/LongList.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { Picture } from '#site/ui/Picture.tsx';
import { audText } from '#site/ui/price-text.ts';
import './SpecialList.css';
import { counted } from '#domain/text/counted.ts';
import { pricesCharged, sinceText } from './words.ts';

/** Refused specials: stamp, chart of charged prices against the claim, observations and the shop's reply. */
export function SpecialList({ specials }: { specials: readonly RefusedSpecial[] }) {
  return (
    <LongList items={specials} noun="special" shown={8}>
      {(part, start) => <Specials specials={part} start={start} />}
    </LongList>
  );
}

function Specials({ specials, start }: { specials: readonly RefusedSpecial[]; start: number }) {
  return (
    <ol className="plain-list long-list stack specials" start={start}>
      {specials.map((special) => (
        <li className="card stack" key={special.offerId} id={`offer-${special.offerId}`}>
          <div className="row picture-row">
            <Picture src={special.imageUrl} sizes="4rem" />
            <div className="stack tight">
              <h2 className="card-name">
                <a href={special.path}>{special.name}</a>
              </h2>
              <p className="small muted">
                <a className="reach" href={special.retailerPath}>
                  {special.retailer}
                </a>{' '}
                says: was {audText(special.claimed)}, now {audText(special.price)}.{' '}
                <OutboundLink
                  href={special.url}
                  className="reach"
                  about={` at ${special.retailer}: ${special.name}`}
                >
                  See it
                </OutboundLink>
              </p>
            </div>
          </div>
          <p className="row buy-verdict">
            <span className="stamp tone-red">Refused</span>
            <span className="strong figures">
              {special.excessPercent}% above its highest price in 12 weeks
            </span>
          </p>
          <ClaimLine special={special} />
          <p className="small">
            Highest price in the 12 weeks before: <strong>{audText(special.highest)}</strong>, seen
            over {counted(special.daysObserved, 'day')}.
          </p>
          <Observations special={special} />
          {special.reply && (
            <blockquote className="reply stack tight">
              <p className="small muted">
                {special.retailer} replies, {sinceText(special.reply.at)}:
              </p>
              <p>{special.reply.text}</p>
            </blockquote>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Space below a flat line, as a share of the price. */
const FLAT = 0.3;
/** Y position of the claim, and height of the drawing. */
const CLAIM_PX = 24;
const HEIGHT_PX = 104;
const EDGE_PX = 6;

/** Draws 12 weeks of prices as a line and the claimed "was" price as a dashed line above it. */
function ClaimLine({ special }: { special: RefusedSpecial }) {
  const nowMs = Date.now();
  const { claimed, highest, price, observations } = special;
  const points = observations.map(({ at, price: dollars }) => ({
    atMs: Date.parse(at),
    price: dollars,
  }));
  points.push({ atMs: nowMs, price });
  const line = stepLine(points, points[0]?.atMs ?? nowMs, nowMs);
  if (!line) return null;
  const isFlat = line.low.price === line.high.price;
  const floor = isFlat ? line.low.price * (1 - FLAT) : line.low.price;
  const pxOf = (dollars: number) =>
    CLAIM_PX + ((claimed - dollars) / (claimed - floor)) * (HEIGHT_PX - CLAIM_PX);
  // Centre a flat line in the frame.
  const top = isFlat ? 2 * pxOf(line.high.price) - HEIGHT_PX : pxOf(line.high.price);
  return (
    <svg
      className="claim-line"
      width="100%"
      height={HEIGHT_PX + EDGE_PX}
      role="img"
      aria-label={`Claimed ${audText(claimed)}; charged over 12 weeks ${audText(line.low.price)} to ${audText(highest)}, now ${audText(price)}.`}
    >
      <line className="claimed" x1="0" x2="100%" y1={CLAIM_PX} y2={CLAIM_PX} />
      <text x="0" y={CLAIM_PX - 7}>
        claimed {audText(claimed)}
      </text>
      <svg
        aria-hidden="true"
        y={top}
        height={HEIGHT_PX - top}
        width="100%"
        viewBox="0 0 1000 100"
        preserveAspectRatio="none"
        overflow="visible"
      >
        <path className="rises" d={line.rises} vectorEffect="non-scaling-stroke" />
        <path className="ink" d={line.treads} vectorEffect="non-scaling-stroke" />
      </svg>
    </svg>
  );
}

function Observations({ special }: { special: RefusedSpecial }) {
  const { observations, offerId, watchedSince, readAt } = special;
  const prices = pricesCharged(observations);
  return (
    <details>
      <summary>Prices charged: {prices.length} in 12 weeks</summary>
      <ul className="plain-list small" aria-label={`Prices of offer ${offerId}`}>
        {prices.toReversed().map(({ at, price }) => (
          <li className="leader" key={at}>
            <time dateTime={at}>from {momentText(Date.parse(at))}</time>
            <span className="figures">{audText(price)}</span>
          </li>
        ))}
      </ul>
      <p className="small muted">
        Watched since {sinceText(watchedSince)}, last read <Ago at={readAt} />.
      </p>
    </details>
  );
}
