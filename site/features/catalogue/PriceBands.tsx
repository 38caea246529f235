import type { PriceBand } from '#domain/prices/price-bands.ts';
import './PriceBands.css';
import { counted } from '#domain/text/counted.ts';

/** What a kind of product costs: one bar a band of prices, drawn by the server. */
export function PriceBands({ bands }: { bands: readonly PriceBand[] }) {
  const most = Math.max(1, ...bands.map(({ products }) => products));
  return (
    <ul className="plain-list price-bands">
      {bands.map((band) => (
        <li key={band.fromDollars}>
          <span className="figures">{bandText(band)}</span>
          <svg width="100%" height="18" aria-hidden="true">
            <rect
              className={band.products === most ? 'most' : undefined}
              width={`${Math.round((band.products / most) * 100)}%`}
              height="18"
              rx="4"
            />
          </svg>
          <span className="figures muted">{counted(band.products, 'product')}</span>
        </li>
      ))}
    </ul>
  );
}

function bandText({ fromDollars, toDollars }: PriceBand): string {
  if (fromDollars === 0) return `Under ${amount(toDollars ?? 0)}`;
  return toDollars === null
    ? `${amount(fromDollars)} and more`
    : `${amount(fromDollars)} to ${amount(toDollars)}`;
}

function amount(dollars: number): string {
  return `$${dollars.toLocaleString('en-AU')}`;
}
