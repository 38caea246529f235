import { savedTimeAgo } from '#domain/time-ago.ts';
import { plainText } from '#site/client/price-text.ts';
import { Icon } from '../shared/Icon.tsx';
import { LazyImage } from '../shared/LazyImage.tsx';
import { OutboundLink } from '../shared/OutboundLink.tsx';

interface EntryCardProps {
  entry: {
    productName: string;
    imageUrl: string;
    retailer: string;
    price: number | null;
    productUrl: string;
  };
  /** 'Viewed', 'Added'. */
  verb: string;
  date: string;
  removeLabel: string;
  onRemove(): void;
}

/** A viewed or saved product on the profile. */
export function EntryCard({ entry, verb, date, removeLabel, onRemove }: EntryCardProps) {
  return (
    <li className="card stack tight product-card">
      <LazyImage src={entry.imageUrl} alt="" />
      <h2 className="card-name">{entry.productName}</h2>
      {entry.price !== null && <span className="price">{plainText(entry.price)}</span>}
      <p className="muted small">
        {entry.retailer} · {verb} {savedTimeAgo(Date.parse(date), Date.now())}
      </p>
      <div className="row card-actions">
        <OutboundLink href={entry.productUrl} className="button">
          View deal
        </OutboundLink>
        <button
          type="button"
          className="button quiet square"
          aria-label={`${removeLabel} ${entry.productName}`}
          onClick={onRemove}
        >
          <Icon name="trash" />
        </button>
      </div>
    </li>
  );
}
