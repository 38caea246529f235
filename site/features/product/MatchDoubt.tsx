import { useState } from 'react';
import { reportWrongMatch } from '#site/client/calls/products.ts';
import { confirmWith } from '#site/stores/dialog.ts';

interface MatchDoubtProps {
  offerId: string;
  retailer: string;
}

/** Lets a shopper question that an offer is the same product; an operator decides. */
export function MatchDoubt({ offerId, retailer }: MatchDoubtProps) {
  const [isReported, setReported] = useState(false);
  const report = async () => {
    const text = `Report that the offer of ${retailer} is not the same product? We will check it.`;
    if (!(await confirmWith(text, 'Report'))) return;
    // A failure is logged by the caller of the API and leaves the button as it is.
    reportWrongMatch(offerId).then(
      () => setReported(true),
      () => undefined,
    );
  };
  if (isReported) return <span className="small toned tone-green">Thank you, reported</span>;
  return (
    <button type="button" className="link-button small" onClick={() => void report()}>
      Not the same?
    </button>
  );
}
