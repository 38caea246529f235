import { type SubmitEvent, useState } from 'react';
import { DATE_FORMAT } from '#domain/calendar.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { bodyOf } from '#site/client/api.ts';
import { DetailRating } from '#site/ui/DetailRating.tsx';
import { Form, FormMessage, Submit, useForm } from '#site/ui/form.tsx';
import { SelectField } from '#site/ui/SelectField.tsx';
import { Tabs } from '#site/ui/Tabs.tsx';
import { ProductFacts } from './ProductFacts.tsx';

const TABS = [
  { id: 'details', name: 'Details' },
  { id: 'reviews', name: 'Reviews' },
  { id: 'specs', name: 'Specs' },
] as const;
type Tab = (typeof TABS)[number]['id'];

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
            <p className="card muted">No shop provides specifications.</p>
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
            <span className="small muted">{DATE_FORMAT.format(Date.parse(date))}</span>
          </div>
          <DetailRating average={rating} count={1} />
          <p className="measure">{comment}</p>
        </li>
      ))}
    </ul>
  );
}

const THANKS = 'Thank you. Your review is now on this page.';
const FAILED = 'Your review could not be saved. Please try again.';

interface ReviewFormProps {
  productId: string;
  /** Called with the review once it is stored. */
  onSaved(review: Review): void;
}

/** Review form. A second review replaces the first. */
function ReviewForm({ productId, onSaved }: ReviewFormProps) {
  const form = useForm({});
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    const values = new FormData(element);
    const json = { rating: Number(values.get('rating')), comment: String(values.get('comment')) };
    const publish = async () => {
      await bodyOf((api) => api.products[':id'].reviews.$post({ param: { id: productId }, json }));
      element.reset();
      form.say({ text: THANKS, tone: 'green' });
      onSaved({ author: 'You', date: new Date().toISOString(), ...json });
    };
    return form.send(publish, FAILED);
  };

  return (
    <Form onSend={submit} isChecked className="card stack">
      <h3>Write a review</h3>
      <SelectField
        id="review-rating"
        name="rating"
        label="Stars"
        required
        defaultValue=""
        options={[5, 4, 3, 2, 1].map((stars) => [stars, `${stars} out of 5`] as const)}
      >
        <option value="" disabled>
          Choose
        </option>
      </SelectField>
      <div className="field">
        <label htmlFor="review-comment">What should other shoppers know?</label>
        <textarea
          id="review-comment"
          name="comment"
          className="input"
          rows={4}
          maxLength={2_000}
          required
        />
      </div>
      <FormMessage message={form.message} />
      <Submit form={form} busy="Saving…" label="Publish review" />
    </Form>
  );
}
