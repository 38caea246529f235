import { PostcodeField } from '#site/ui/fields.tsx';
import { SelectField } from '#site/ui/SelectField.tsx';

/** How a shopper wants a product's offers sorted, and where the goods go. */
export interface OfferChoice {
  by: 'price' | 'delivered';
  /** Four digits or ''. */
  postcode: string;
}

export const ITEM_PRICE: OfferChoice = { by: 'price', postcode: '' };

const ORDERS = [
  ['price', 'Item price'],
  ['delivered', 'Price with delivery'],
] as const;

interface OfferOrderProps {
  choice: OfferChoice;
  /** True if a shop states delivery by postcode. */
  asksPostcode: boolean;
  /** Absent where the page itself answers, as a GET form without script. */
  onChoose?: ((choice: OfferChoice) => void) | undefined;
}

export function OfferOrder({ choice, asksPostcode, onChoose }: OfferOrderProps) {
  return (
    <form
      className="row offer-order"
      method="get"
      action="#offers-title"
      onSubmit={
        onChoose &&
        ((event) => {
          event.preventDefault();
          const values = new FormData(event.currentTarget);
          const by = values.get('by') === 'delivered' ? 'delivered' : 'price';
          onChoose({ by, postcode: String(values.get('postcode') ?? '') });
        })
      }
    >
      <SelectField
        id="by"
        name="by"
        label="Sort by"
        key={choice.by}
        defaultValue={choice.by}
        options={ORDERS}
      />
      {asksPostcode && <PostcodeField label="Postcode (optional)" defaultValue={choice.postcode} />}
      <button type="submit" className="button">
        Sort
      </button>
    </form>
  );
}
