import { isGone } from '#domain/offers/availability.ts';
import type { PublicProduct } from '#site/server/public-pages/product.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText, unitPriceText } from '#site/ui/price-text.ts';
import { STOCK_WORDS, VERDICT_WORDS } from '#site/ui/words.ts';
import { Picture } from './Picture.tsx';
import { spreadSentence } from './words.ts';

/** The head of a product's page: picture, name, best price, the verdict on its "was" price, and what to do. */
export function ProductSummary({ page }: { page: PublicProduct }) {
  const { detail, category, history } = page;
  // A price at which nothing can be had is told apart from one that can be paid.
  const isAsked = !isGone(detail.availability);
  const stock = STOCK_WORDS[detail.availability];
  const stamp = history.verdict && VERDICT_WORDS[history.verdict.verdict];
  return (
    <section className="product-head">
      <div className="product-picture">
        <Picture
          src={detail.imageUrl}
          alt={detail.name}
          eager
          sizes="(width < 40rem) 10rem, 26rem"
        />
      </div>
      <div className="stack">
        <p className="muted">
          {detail.brand && `${detail.brand} · `}
          <a className="reach" href={category.path}>
            {category.name}
          </a>
        </p>
        <h1>{detail.name}</h1>
        <div className="row product-price">
          <span className={isAsked ? 'price hero' : 'price hero unpaid'}>
            {audText(detail.currentPrice)}
          </span>
          {detail.originalPrice !== null && detail.originalPrice > detail.currentPrice && (
            <s className="was">
              <span className="visually-hidden">was </span>
              {audText(detail.originalPrice)}
            </s>
          )}
          {!isAsked && stock && <span className={`badge tone-${stock.tone}`}>{stock.text}</span>}
          {stamp && <span className={`stamp tone-${stamp.tone}`}>{stamp.text}</span>}
        </div>
        {detail.unitPrice && <p className="muted figures">{unitPriceText(detail.unitPrice)}</p>}
        <p className="lead measure">{spreadSentence(page)}</p>
        {history.verdict && <p className="measure">{history.verdict.text}</p>}
        <div className="row product-actions">
          <OutboundLink href={detail.productUrl} className={isAsked ? 'button wattle' : 'button'}>
            Go to {detail.retailer.name}
          </OutboundLink>
          <a className="button" href={`/product/${detail.id}`}>
            <Icon name="bell" /> Alert me when it drops
          </a>
        </div>
      </div>
    </section>
  );
}
