import type { ProductDetail } from '#site/api/responses/product-detail.ts';

/** Named elsewhere on the page, or a number of one shop's own. */
const NOT_SHOWN =
  /^(?:brand|category|sku|(?:item|article|product|stock)[ -]?(?:no\.?|number|code))$/i;
const MAX_SPECIFICATIONS = 12;

/** Product facts from the shops: description, specifications, barcode and article number. */
export function ProductFacts({ product }: { product: ProductDetail }) {
  const { description, brand, category, gtin, sku, retailer } = product;
  const facts = [
    ...Object.entries({ Brand: brand, Category: category }),
    ...Object.entries(product.specifications)
      .filter(([name]) => !NOT_SHOWN.test(name))
      .slice(0, MAX_SPECIFICATIONS),
    ...Object.entries({ Barcode: gtin, [`Item number at ${retailer.name}`]: sku }),
  ];
  return (
    <div className="details">
      <p className="measure">{description || 'No shop provides a description.'}</p>
      <dl className="facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="leader">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}
