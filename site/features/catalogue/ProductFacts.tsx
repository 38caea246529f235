import type { ProductDetail } from '#site/api/responses/product-detail.ts';

const FACTS_SHOWN = 12;

/** What a product is: its description, its specifications and its barcode; nothing where none is known. */
export function ProductFacts({ detail }: { detail: ProductDetail }) {
  const { description, gtin } = detail;
  const specifications = Object.entries(detail.specifications).slice(0, FACTS_SHOWN);
  if (!description && specifications.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="about-title">
      <h2 id="about-title">What it is</h2>
      <div className="details">
        {description && <p className="measure">{description}</p>}
        {(specifications.length > 0 || gtin) && (
          <dl className="facts">
            {specifications.map(([name, value]) => (
              <div key={name} className="leader">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            {gtin && (
              <div className="leader">
                <dt>Barcode</dt>
                <dd className="figures">{gtin}</dd>
              </div>
            )}
          </dl>
        )}
      </div>
    </section>
  );
}
