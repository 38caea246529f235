import { type FormEvent, useState } from 'react';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { bodyOf } from '#site/client/api.ts';
import { errorText } from '#site/client/api-error.ts';
import { FormMessage, type Message } from '#site/features/account/FormMessage.tsx';

const STARS = [5, 4, 3, 2, 1];
const THANKS = 'Thank you. Your review is on this page.';
const FAILED = 'Your review could not be saved. Please try again.';

interface ReviewFormProps {
  productId: string;
  /** Called with the review once it is stored. */
  onSaved(review: ProductDetail['reviews'][number]): void;
}

/** A shopper's own review: stars and a few words. A second one replaces the first. */
export function ReviewForm({ productId, onSaved }: ReviewFormProps) {
  const [message, setMessage] = useState<Message | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const json = { rating: Number(values.get('rating')), comment: String(values.get('comment')) };
    setBusy(true);
    setMessage(null);
    try {
      await bodyOf((api) => api.products[':id'].reviews.$post({ param: { id: productId }, json }));
      form.reset();
      setMessage({ text: THANKS, tone: 'green' });
      onSaved({ author: 'You', date: new Date().toISOString(), ...json });
    } catch (fault) {
      setMessage({ text: errorText(fault, FAILED), tone: 'red', fault });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="card stack" onSubmit={(event) => void submit(event)}>
      <h3>Write a review</h3>
      <div className="field">
        <label htmlFor="review-rating">Stars</label>
        <select id="review-rating" name="rating" className="input" required defaultValue="">
          <option value="" disabled>
            Choose
          </option>
          {STARS.map((stars) => (
            <option key={stars} value={stars}>
              {stars} out of 5
            </option>
          ))}
        </select>
      </div>
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
      <FormMessage message={message} />
      <button type="submit" className="button primary" disabled={isBusy}>
        {isBusy ? 'Saving…' : 'Publish review'}
      </button>
    </form>
  );
}
