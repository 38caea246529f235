import type { ReactNode } from 'react';
import { counted } from '#domain/text/counted.ts';
import { savedTimeAgo } from '#domain/text/time-ago.ts';
import type { Drop } from '#site/server/public-pages/drops.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LongList } from '#site/ui/LongList.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { Picture } from '#site/ui/Picture.tsx';
import { audText } from '#site/ui/price-text.ts';
import './DropList.css';

interface DropListProps {
  drops: readonly Drop[];
  /** False on the retailer page. */
  showRetailer?: boolean;
  /** How many come before the fold. */
  shown?: number;
  /** Further items. */
  children?: ReactNode;
}

/** Offers below their usual price, with both prices and the retailer. */
export function DropList({ drops, shown, ...rest }: DropListProps) {
  return (
    <LongList items={drops} noun="drop" shown={shown}>
      {(part) => <Drops drops={part} {...rest} />}
    </LongList>
  );
}

function Drops({ drops, showRetailer = true, children }: Omit<DropListProps, 'shown'>) {
  return (
    <ul className="plain-list long-list stack drops">
      {drops.map((drop) => (
        <li className="card" key={drop.url}>
          <Picture src={drop.imageUrl} sizes="6rem" />
          <div className="stack tight words">
            <h3 className="card-name">
              <a className="clamp" href={drop.path}>
                {drop.name}
              </a>
            </h3>
            <p className="row prices figures">
              <span className="price">{audText(drop.price)}</span>
              <span className="small muted">usually {audText(drop.usual)}</span>
              <span className="badge tone-green">
                <Icon name="down" /> {drop.fallPercent}% below usual
              </span>
            </p>
            <p className="small muted figures why">
              {!drop.hasRisen && (
                <>
                  Dropped{' '}
                  <time dateTime={drop.since}>
                    {savedTimeAgo(Date.parse(drop.since), Date.now())}
                  </time>
                  .{' '}
                </>
              )}
              {drop.lowText}
              {drop.saleRank && <span className="rank"> The drop is {drop.saleRank}.</span>}
            </p>
            <p className="row small where">
              {showRetailer && (
                <a className="reach" href={drop.retailerPath}>
                  {drop.retailer}
                </a>
              )}
              {drop.shops > 1 && <span className="muted">{counted(drop.shops, 'shop')}</span>}
              <OutboundLink
                href={drop.url}
                className="reach"
                about={` ${drop.name} at ${drop.retailer}`}
              >
                View
              </OutboundLink>
            </p>
          </div>
        </li>
      ))}
      {children}
    </ul>
  );
}
