import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { Icon } from './Icon.tsx';
import type { DollarText } from './price-text.ts';

interface OfferConditionsProps {
  conditions: SearchProduct['conditions'];
  money: DollarText;
}

/** What a shop states beside the price: for members, for several, for delivery; nothing where it states nothing. */
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

/** Marks an offer whose pack lost content while its price stayed; nothing for all others. */
export function ShrunkBadge({ shrunk }: { shrunk: { percent: number } | undefined }) {
  if (!shrunk) return null;
  return (
    <span className="badge tone-red figures">
      <Icon name="down" /> Pack shrank {Math.round(shrunk.percent)}%
    </span>
  );
}
