import type { ReactNode } from 'react';
import { isGone } from '#domain/offers/availability.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { Notice } from '#site/ui/Notice.tsx';
import { OfferConditions } from '#site/ui/OfferConditions.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { BuyVerdict, WasPrice } from '#site/ui/PriceVerdict.tsx';
import { type DollarText, unitPriceText } from '#site/ui/price-text.ts';
import './VariantPicker.css';

interface ProductHeadProps {
  product: ProductDetail;
  money: DollarText;
  hrefOf(variant: { productId: string; path: string }): string;
  heart?: ReactNode;
  /** Slots above and below the name. */
  above: ReactNode;
  facts?: ReactNode;
  action: ReactNode;
  /** Slot between the price and the link to the shop. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** Picture, name, best price with verdict and conditions, actions, and variants of the model. */
export function ProductHead({ product, money, hrefOf, ...parts }: ProductHeadProps) {
  const { availability, currentPrice, unitPrice, shrunk, rhythm } = product;
  // Styles the price of an unavailable product differently.
  const canBuy = !isGone(availability);
  return (
    <section className="product-head stack">
      <div className="product-picture">
        <LazyImage
          src={product.imageUrl}
          alt={product.name}
          eager
          sizes="(width < 40rem) 10rem, 26rem"
        />
        {parts.heart}
      </div>
      <div className="stack">
        {parts.above}
        <h1>{product.name}</h1>
        {parts.facts}
        <div className={canBuy ? 'row product-price' : 'row product-price unpaid'}>
          <span className="price hero">{money(currentPrice)}</span>
          <WasPrice product={product} money={money} />
        </div>
        {(unitPrice || product.conditions) && (
          <div className="muted figures">
            {unitPrice && unitPriceText(unitPrice)}
            <OfferConditions conditions={product.conditions} money={money} />
          </div>
        )}
        <BuyVerdict buyVerdict={product.buyVerdict} />
        {rhythm && (
          <div className="row rhythm">
            <Icon name="clock" />
            <p>
              {rhythm.text} <span className="small muted">{rhythm.risk}</span>
            </p>
          </div>
        )}
        {shrunk && (
          <Notice tone="red" icon="down">
            {shrunk.text} That is {shrunk.unitPricePercent}% more for the same amount.
          </Notice>
        )}
        {parts.lead}
        <div className="row product-actions">
          <OutboundLink href={product.productUrl} className={canBuy ? 'button wattle' : 'button'}>
            {canBuy ? 'Buy' : 'See it'} at {product.retailer.name}
          </OutboundLink>
          {parts.action}
        </div>
        <VariantPicker variants={product.variants} money={money} hrefOf={hrefOf} />
        {parts.children}
      </div>
    </section>
  );
}

type Axis = ProductDetail['variants'][number];
type Choice = Axis['choices'][number];

/** Variants shown before the rest are folded. */
const SHOWN = 24;

interface VariantPickerProps {
  variants: readonly Axis[];
  money: DollarText;
  hrefOf(choice: Choice): string;
}

/** Variants of the model by attribute, each a link with its best price; null without variants. */
export function VariantPicker({ variants, money, hrefOf }: VariantPickerProps) {
  if (variants.length === 0) return null;
  return (
    <nav className="stack tight variants" aria-label="Variants">
      {variants.map(({ by, choices }) => {
        const bestValue = bestValueOf(choices);
        const list = (some: readonly Choice[]) => (
          <ul className="plain-list" aria-label={by}>
            {some.map((choice) => (
              <li key={choice.productId}>
                <a href={hrefOf(choice)} aria-current={choice.isCurrent ? 'true' : undefined}>
                  <span className="label">{choice.label}</span>
                  <span className="small muted figures">{priceText(choice, money)}</span>
                  {choice === bestValue && (
                    <span className="small toned tone-green">Best value</span>
                  )}
                </a>
              </li>
            ))}
          </ul>
        );
        return (
          <div key={by} className="variant-axis">
            <span className="small strong">{by}</span>
            {list(choices.slice(0, SHOWN))}
            {choices.length > SHOWN && (
              <details>
                <summary>{choices.length - SHOWN} more</summary>
                {list(choices.slice(SHOWN))}
              </details>
            )}
          </div>
        );
      })}
    </nav>
  );
}

/** The choice with the lowest unit price if another choice has a higher one in the same unit; null if the amounts cannot be compared. */
function bestValueOf(choices: readonly Choice[]): Choice | null {
  const priced = choices.flatMap((choice) =>
    choice.price !== null && choice.unitPrice ? [{ choice, ...choice.unitPrice }] : [],
  );
  const [first, ...others] = priced.toSorted((a, b) => Number(a.price) - Number(b.price));
  const areLike = others.every(
    ({ unit, quantity }) => unit === first?.unit && quantity === first.quantity,
  );
  return first && areLike && others.some(({ price }) => Number(price) > Number(first.price))
    ? first.choice
    : null;
}

/** '$5.00 · $2.94 per 100 g'. */
function priceText({ price, unitPrice }: Choice, money: DollarText): string {
  if (price === null) return 'no stock seen';
  return unitPrice ? `${money(price)} · ${unitPriceText(unitPrice)}` : money(price);
}
