/* A retailer's facts in sentences, for shoppers. */
import { DATE_FORMAT, dayNamed, dayStart } from '../calendar.ts';
import { cents, formatAud } from '../money.ts';
import type { DeliveryFact, PriceMatchFact } from './retailer-facts.ts';

const money = (amount: number) => formatAud(cents(amount));
const orFree = (amount: number) => (amount === 0 ? 'free' : money(amount));

/** '$9.95, free from $99.00'; 'varies' without a stated cost. */
export function deliveryCost({ rates, freeFromCents }: DeliveryFact): string {
  const costs = rates.map(({ costCents, area, postcodes }) => {
    const where = area ?? (postcodes && `postcodes ${postcodes.join(', ')}`);
    const elsewhere = rates.length > 1 ? ' elsewhere' : '';
    return `${orFree(costCents)}${where ? ` to ${where}` : elsewhere}`;
  });
  const free = freeFromCents === null ? '' : `, free from ${money(freeFromCents)}`;
  return `${costs.join(', ') || 'varies'}${free}`;
}

/** 'Delivery $9.95, free from $99.00.', 'Pick-up free.' and what else the shop says. */
export function deliverySentences(fact: DeliveryFact): string[] {
  const { pickUpCents, note } = fact;
  return [
    `Delivery ${deliveryCost(fact)}.`,
    ...(pickUpCents === null ? [] : [`Pick-up ${orFree(pickUpCents)}.`]),
    ...(note ? [note] : []),
  ];
}

const EXCLUDED_TEXTS = {
  marketplace: 'sellers on marketplaces',
  'online-only': 'shops without stores',
} as const;

/** What a shop does with a lower price: 'beats a lower price by 5%'. */
export function promiseText({ promise, percent }: PriceMatchFact): string {
  if (promise === 'none') return 'does not match prices';
  if (promise === 'match') return 'matches a lower price';
  if (promise === 'beat') return `beats a lower price by ${percent}%`;
  return `matches a lower price and takes off ${percent}% of the difference`;
}

/** What a promise does not cover, and what else the shop says of it. */
export function promiseConditions({ excludes, note }: PriceMatchFact): string[] {
  const not = excludes.map((each) => EXCLUDED_TEXTS[each]).join(' and ');
  return [...(not ? [`Not for ${not}.`] : []), ...(note ? [note] : [])];
}

/** 'Checked 29 Nov 2026' */
export function checkedText({ checkedOn }: { checkedOn: string }): string {
  return `Checked ${DATE_FORMAT.format(dayStart(dayNamed(checkedOn)))}`;
}
