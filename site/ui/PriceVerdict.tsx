import { isGone } from '#domain/offers/availability.ts';
import type { Verdict } from '#domain/prices/price-verdict.ts';
import { isRefused } from '#domain/prices/refused-claim.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import type { DollarText } from './price-text.ts';
import { BUY_STAMPS, CLAIM_WORDS } from './words.ts';

/** The verdict stamp with its sentence; null when no shop has the product. */
export function BuyVerdict({ buyVerdict }: Pick<SearchProduct, 'buyVerdict'>) {
  if (!buyVerdict) return null;
  return (
    <p className="row buy-verdict">
      <BuyStamp word={buyVerdict.word} />
      <span>{buyVerdict.text}</span>
    </p>
  );
}

/** The verdict stamp without its sentence. */
export function BuyStamp({ word }: Pick<NonNullable<SearchProduct['buyVerdict']>, 'word'>) {
  const { text, tone } = BUY_STAMPS[word];
  return <span className={`stamp tone-${tone}`}>{text}</span>;
}

type Claimed = Pick<
  SearchProduct,
  'availability' | 'currentPrice' | 'originalPrice' | 'discountPercentage' | 'isOnSale' | 'claim'
>;

/** Verdicts on a former price that was charged, but gives no saving. */
const NO_SAVING: ReadonlySet<Verdict | undefined> = new Set(['no-saving', 'too-short']);

/**
 * A claimed "was" price: struck through, with the percentage only while no verdict says that it is no saving, and green only when
 * genuine; a refused claim is quoted as the shop's. Null when out of stock, because nobody can save.
 */
export function WasPrice({ product, money }: { product: Claimed; money: DollarText }) {
  const { availability, currentPrice, originalPrice, discountPercentage, isOnSale, claim } =
    product;
  if (originalPrice === null || originalPrice <= currentPrice || isGone(availability)) return null;
  const words = claim && CLAIM_WORDS[claim.verdict];
  const badge = words && (
    <span className={`badge tone-${words.tone}`} title={claim.text}>
      {words.text}
    </span>
  );
  if (!isOnSale || (claim && isRefused(claim.verdict))) {
    return (
      <span className="row claim">
        {badge}
        <span className="small muted">
          {claim?.text ?? `The shop says it was ${money(originalPrice)}; we never saw that price.`}
        </span>
      </span>
    );
  }
  return (
    <>
      <s className="was">
        <span className="visually-hidden">was </span>
        {money(originalPrice)}
      </s>
      {discountPercentage > 0 && !NO_SAVING.has(claim?.verdict) && (
        <span className={`badge tone-${claim?.verdict === 'genuine' ? 'green' : 'grey'} figures`}>
          −{discountPercentage}%
        </span>
      )}
      {badge}
    </>
  );
}
