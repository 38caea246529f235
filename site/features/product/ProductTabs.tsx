import { useState } from 'react';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { DetailRating } from '#site/ui/DetailRating.tsx';
import { Tabs } from '#site/ui/Tabs.tsx';
import { ProductFacts } from './ProductFacts.tsx';
import { ReviewForm } from './ReviewForm.tsx';

const TABS = [
  { id: 'details', name: 'Details' },
  { id: 'reviews', name: 'Reviews' },
  { id: 'specs', name: 'Specs' },
] as const;
type Tab = (typeof TABS)[number]['id'];

const DATE = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium' });

/** Details, reviews and specifications of a product (spec §2). */
export function ProductTabs({ product }: { product: ProductDetail }) {
  const [own, setOwn] = useState<Review | null>(null);
  const [tab, setTab] = useState<Tab>('details');
  return (
    <section aria-label="About this product">
      <Tabs<Tab> label="About this product" tabs={TABS} chosen={tab} onChoose={setTab}>
        {tab === 'details' && (
          <div className="card">
            <ProductFacts product={product} />
          </div>
        )}
        {tab === 'reviews' && (
          <div className="stack">
            <Reviews reviews={own ? [own, ...product.reviews] : product.reviews} />
            <ReviewForm productId={product._id} onSaved={setOwn} />
          </div>
        )}
        {tab === 'specs' &&
          (Object.keys(product.specifications).length > 0 ? (
            <pre className="card specs">{JSON.stringify(product.specifications, null, 2)}</pre>
          ) : (
            <p className="card muted">The shops give no specifications.</p>
          ))}
      </Tabs>
    </section>
  );
}

type Review = ProductDetail['reviews'][number];

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
