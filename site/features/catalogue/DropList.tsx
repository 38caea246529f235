import type { ReactNode } from 'react';
import type { Drop } from '#site/server/public-pages/drops.ts';
import { Ago } from '#site/ui/Ago.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LongList } from '#site/ui/LongList.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText } from '#site/ui/price-text.ts';
import './DropList.css';
import { counted } from '#domain/text/counted.ts';
import { Picture } from '#site/ui/Picture.tsx';

interface DropListProps {
  drops: readonly Drop[];
  /** False on the retailer page. */
  showRetailer?: boolean;
  /** Further items. */
  children?: ReactNode;
}

/** Offers below their usual price, with both prices and the retailer. */
export function DropList({ drops, ...rest }: DropListProps) {
  return (
    <LongList items={drops} noun="drop">
      {(part) => <Drops drops={part} {...rest} />}
    </LongList>
  );
}

function Drops({ drops, showRetailer = true, children }: DropListProps) {
  return (
    <ul className="plain-list long-list drops">
      {drops.map((drop) => (
        <li className="card" key={drop.url}>
          <Picture src={drop.imageUrl} sizes="6rem" />
          <div className="stack tight words">
            <h3 className="card-name">
              <a href={drop.path}>{drop.name}</a>
            </h3>
            <p className="row prices">
              <span className="price">{audText(drop.price)}</span>
              <span className="badge tone-green figures">
                <Icon name="down" /> {drop.fallPercent}% below usual
              </span>
            </p>
            <p className="small muted figures">
              Usually {audText(drop.usual)}.{' '}
              {!drop.hasRisen && (
                <>
                  Dropped <Ago at={drop.since} />.{' '}
                </>
              )}
              {drop.lowText}
              {drop.saleRank && ` The drop is ${drop.saleRank}.`}
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
