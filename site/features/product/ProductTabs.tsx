import { useState } from 'react';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { DetailRating } from '#site/ui/DetailRating.tsx';
import { Tabs } from '#site/ui/Tabs.tsx';

const TABS = [
  { id: 'details', name: 'Details' },
  { id: 'reviews', name: 'Reviews' },
  { id: 'specs', name: 'Specs' },
] as const;
type Tab = (typeof TABS)[number]['id'];

const DATE = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium' });

/** Details, reviews and specifications of a product (spec §2). */
export function ProductTabs({ product }: { product: ProductDetail }) {
  const [tab, setTab] = useState<Tab>('details');
  return (
    <section aria-label="About this product">
      <Tabs<Tab> label="About this product" tabs={TABS} chosen={tab} onChoose={setTab}>
        {tab === 'details' && <Details product={product} />}
        {tab === 'reviews' && <Reviews reviews={product.reviews} />}
        {tab === 'specs' && (
          <pre className="card specs">{JSON.stringify(product.specifications, null, 2)}</pre>
        )}
      </Tabs>
    </section>
  );
}

function Details({ product }: { product: ProductDetail }) {
  return (
    <div className="card details">
      <p className="measure">{product.description || 'The shops give no description.'}</p>
      <dl className="facts">
        {product.brand && <Fact name="Brand" value={product.brand} />}
        <Fact name="Category" value={product.category} />
        {product.gtin && <Fact name="Barcode" value={product.gtin} />}
      </dl>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="leader">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Reviews({ reviews }: { reviews: ProductDetail['reviews'] }) {
  if (reviews.length === 0) return <p className="card muted">no user reviews yet</p>;
  return (
    <ul className="plain-list stack">
      {reviews.map(({ author, rating, date, comment }) => (
        <li key={author + date} className="card stack tight">
          <div className="row spread">
            <strong>{author}</strong>
            <span className="small muted">{DATE.format(Date.parse(date))}</span>
          </div>
          <DetailRating average={rating} count={1} />
          <p className="measure">{comment}</p>
        </li>
      ))}
    </ul>
  );
}
