import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { type DollarText, unitPriceText } from '#site/ui/price-text.ts';
import './VariantPicker.css';

type Axis = ProductDetail['variants'][number];
type Choice = Axis['choices'][number];

/** The rest of a large family is folded. */
const SHOWN = 24;

interface VariantPickerProps {
  variants: readonly Axis[];
  money: DollarText;
  hrefOf(choice: Choice): string;
}

/** The variants of the model by what differs, each a link with its best price; nothing for a product without variants. */
export function VariantPicker({ variants, money, hrefOf }: VariantPickerProps) {
  if (variants.length === 0) return null;
  return (
    <nav className="stack tight variants" aria-label="Variants">
      {variants.map(({ by, choices }) => {
        const list = (some: readonly Choice[]) => (
          <ul className="plain-list" aria-label={by}>
            {some.map((choice) => (
              <li key={choice.productId}>
                <a href={hrefOf(choice)} aria-current={choice.isCurrent ? 'true' : undefined}>
                  <span className="label">{choice.label}</span>
                  <span className="small muted figures">{priceText(choice, money)}</span>
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

/** '$5.00 · $2.94 per 100 g'. */
function priceText({ price, unitPrice }: Choice, money: DollarText): string {
  if (price === null) return 'no stock seen';
  return unitPrice ? `${money(price)} · ${unitPriceText(unitPrice)}` : money(price);
}
