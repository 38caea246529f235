import { checkedText } from '#domain/retailers/facts-text.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import type { DollarText } from '#site/ui/price-text.ts';
import './ShopOffers.css';

/** Most promises shown. */
const SHOWN = 3;

interface PriceMatchesProps {
  matches: ProductDetail['priceMatches'];
  /** The lowest price, in dollars, that needs no promise. */
  best: number;
  /** The path of the product's public page. */
  path: string;
  money: DollarText;
}

/** What shops' price promises come to for this product, each with the proof to show; null without any. */
export function PriceMatches({ matches, best, path, money }: PriceMatchesProps) {
  const [first] = matches;
  if (!first) return null;
  const isLower = first.promised < best;
  return (
    <section className="stack" aria-labelledby="promises-title">
      <div className="stack tight">
        <h2 id="promises-title">{isLower ? 'Ask for a lower price' : 'Rather buy elsewhere?'}</h2>
        {!isLower && (
          <p className="small muted">
            These shops promise to come down. None goes below today’s best price, {money(best)}.
          </p>
        )}
      </div>
      <ul className="plain-list shop-rows price-promises">
        {matches.slice(0, SHOWN).map((match) => (
          <li key={match.offerId}>
            <LetterTile name={match.shop} />
            <p className="promise">
              <span className="strong">
                {match.shop} {match.text}.
              </span>{' '}
              Show them {match.against.shop}’s {money(match.against.price)}; they ask{' '}
              {money(match.price)}.
            </p>
            <p className="promised">
              <span className="price">{money(match.promised)}</span>
              <span className="small muted">if they keep to it</span>
            </p>
            <a className="button" href={`${path}/proof?shop=${match.offerId}`} rel="nofollow">
              <Icon name="printer" /> Proof to show
              <span className="visually-hidden"> at {match.shop}</span>
            </a>
            <details className="small">
              <summary aria-label={`About the promise of ${match.shop}`}>
                <Icon name="info" />
              </summary>
              <p className="muted evidence">
                {match.conditions.join(' ')} The shop decides. {checkedText(match)}:{' '}
                <OutboundLink href={match.source}>source</OutboundLink>
              </p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
