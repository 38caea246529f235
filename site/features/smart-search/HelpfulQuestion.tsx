import { useEffect, useRef, useState } from 'react';
import { callApi } from '#site/client/api.ts';
import { Icon } from '#site/ui/Icon.tsx';

/** How long the thank-you stays (spec §9). */
const THANKS_MS = 3_000;

/** Yes or no on the recommendation; the thank-you never waits for the server. */
export function HelpfulQuestion({ query }: { query: string }) {
  const [isThanked, setThanked] = useState(false);
  const thanks = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (isThanked) thanks.current?.focus();
  }, [isThanked]);
  const answer = (isHelpful: boolean) => {
    console.info('[feedback]', query, isHelpful ? 'yes' : 'no');
    callApi('POST', '/recommendations/feedback', { query, helpful: isHelpful }).catch(
      () => undefined, // logged by callApi
    );
    setThanked(true);
    setTimeout(() => setThanked(false), THANKS_MS);
  };
  return (
    <div className="row helpful">
      <p ref={thanks} tabIndex={-1} role="status" className="toned tone-green strong">
        {isThanked && 'Thank you for your feedback.'}
      </p>
      {!isThanked && (
        <>
          <span className="strong">Was this helpful?</span>
          <button type="button" className="chip" onClick={() => answer(true)}>
            <Icon name="thumb-up" /> Yes
          </button>
          <button type="button" className="chip" onClick={() => answer(false)}>
            <Icon name="thumb-down" /> No
          </button>
        </>
      )}
    </div>
  );
}
