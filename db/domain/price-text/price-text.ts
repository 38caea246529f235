import { centsFromDecimal } from '../money.ts';
import { parseUnitPrice } from '../pack/unit-price.ts';
import { type PriceMention, priceMentions } from './mentions.ts';

/**
 * The price that a shopper pays, from a shop's text: '89c', 'Was $20 Now $15', 'from $742.50', '1.299,00 €'. `amount` is an exact
 * decimal text ('12.99'), `currency` an ISO code if text and hint prove one. Ignores was and RRP, savings, instalments, delivery
 * thresholds, '2 for $5' and unit prices; takes the first of a range. Never throws.
 */
export function parsePriceText(text: string, currencyHint: string | null = null) {
  const mentions = priceMentions(text, currencyHint);
  const chosen = choosePrice(mentions);
  return {
    amount: chosen?.amount ?? null,
    currency: chosen?.currency ?? null,
    unitPrice: parseUnitPrice(text),
  };
}

/** '2 for $5' → 2 and '5'; null without such an offer. */
export function parseMultiBuy(text: string): { quantity: number; total: string } | null {
  const mention = priceMentions(text).find(({ role }) => role === 'multi-buy');
  if (!mention) return null;
  const quantity = Number(/(\d+)\D*$/.exec(mention.before)?.[1]);
  return quantity >= 2 && quantity <= 100 ? { quantity, total: mention.amount } : null;
}

/** In '$6.50 $3.25 SAVE $3.25' the lower price, when the saving is the difference between the two. */
function reducedOf(mentions: readonly PriceMention[]): PriceMention | undefined {
  const [before, after, ...others] = mentions.filter(({ role }) => role === 'plain');
  const saving = mentions.find(({ role }) => role === 'saving');
  if (!before || !after || !saving || others.length > 0) return undefined;
  const [was, now, saved] = [before, after, saving].map(({ amount }) => centsFromDecimal(amount));
  return was && now && was - now === saved ? after : undefined;
}

function choosePrice(mentions: readonly PriceMention[]): PriceMention | undefined {
  return (
    mentions.find((mention) => mention.role === 'now') ??
    reducedOf(mentions) ??
    mentions.find((mention) => mention.role === 'labelled') ??
    mentions.find((mention) => mention.role === 'plain') ??
    // Prefers the shop's everyday price to a member's.
    mentions.find(
      ({ role, before }) => role === 'conditional' && /\breg(?:ular)?\b/i.test(before),
    ) ??
    mentions.find((mention) => mention.role === 'conditional')
  );
}
