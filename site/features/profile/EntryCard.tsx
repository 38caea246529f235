import { savedTimeAgo } from '#domain/text/time-ago.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { plainText } from '#site/ui/price-text.ts';

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
  onRemove(button: HTMLElement): void;
}

/** A viewed or saved product on the profile. */
export function EntryCard({ entry, verb, date, removeLabel, onRemove }: EntryCardProps) {
  return (
    <li className="card product-card">
      <LazyImage src={entry.imageUrl} alt="" />
      <div className="card-body">
        <h2 className="card-name">{entry.productName}</h2>
        {entry.price !== null && <span className="price">{plainText(entry.price)}</span>}
        <p className="muted small">
          {entry.retailer} · {verb} {savedTimeAgo(Date.parse(date), Date.now())}
        </p>
      </div>
      <div className="row card-actions">
        {entry.productUrl ? (
          <OutboundLink href={entry.productUrl} className="button">
            View deal
          </OutboundLink>
        ) : (
          <span className="muted small">No shop offers it now</span>
        )}
        <button
          type="button"
          className="button quiet square"
          data-remove
          aria-label={`${removeLabel} ${entry.productName}`}
          onClick={(event) => onRemove(event.currentTarget)}
        >
          <Icon name="trash" />
        </button>
      </div>
    </li>
  );
}
