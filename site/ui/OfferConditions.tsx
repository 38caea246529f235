import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { Icon } from './Icon.tsx';
import type { DollarText } from './price-text.ts';
import { STOCK_WORDS } from './words.ts';

interface OfferConditionsProps {
  conditions: SearchProduct['conditions'];
  money: DollarText;
}

/** Conditions of a price: members, multi-buy, delivery; null without any. */
export function OfferConditions({ conditions, money }: OfferConditionsProps) {
  if (!conditions) return null;
  const { memberPrice, multiBuy, delivery } = conditions;
  return (
    <span className="row small muted figures conditions">
      {memberPrice !== undefined && <span>Members pay {money(memberPrice)}</span>}
      {multiBuy && (
        <span>
          {multiBuy.quantity} for {money(multiBuy.total).replace(/\.00$/, '')} (
          {money(multiBuy.each)} each)
        </span>
      )}
      {delivery !== undefined && (
        <span>{delivery === 0 ? 'Free delivery' : `+ ${money(delivery)} delivery`}</span>
      )}
    </span>
  );
}

export function Stock({ availability }: Pick<SearchProduct, 'availability'>) {
  const stock = STOCK_WORDS[availability];
  if (!stock) return <span className="muted">Stock not stated</span>;
  return <span className={`toned tone-${stock.tone}`}>{stock.text}</span>;
}

/** Badge for an offer whose pack shrank; null for other offers. */
export function ShrunkBadge({ shrunk }: { shrunk: { percent: number } | undefined }) {
  if (!shrunk) return null;
  return (
    <span className="badge tone-red figures">
      <Icon name="down" /> Pack shrank {Math.round(shrunk.percent)}%
    </span>
  );
}
