import { useState } from 'react';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { Notice } from '#site/ui/Notice.tsx';
import { CardSkeletons, EmptyPanel, FailurePanel } from '#site/ui/panels.tsx';
import { ErrorPanel, NoResults, SuccessBanner } from '../search/panels.tsx';

const nothing = () => undefined;

/** Notices, the toast, waiting, nothing and failure. */
export function Feedback() {
  const [toasts, setToasts] = useState(0);
  return (
    <>
      <div className="stack tight">
        <Notice tone="blue" icon="info">
          Results still arriving: 12 of 40 pages read so far.
        </Notice>
        <Notice tone="green" icon="check">
          Profile updated successfully!
        </Notice>
        <Notice tone="yellow" icon="info">
          This line is an estimate.
        </Notice>
        <Notice tone="red" icon="alert">
          Please login to save favorites
        </Notice>
      </div>
      <div>
        <button type="button" className="button" onClick={() => setToasts(toasts + 1)}>
          Show a toast
        </button>
      </div>
      {toasts > 0 && (
        <SuccessBanner key={toasts} count={24} best="$4.20 at Gumnut Grocer" isDemoMode />
      )}
      <CardSkeletons count={3} />
      <div className="design-columns">
        <div className="card">
          <EmptyPanel title="Nothing saved yet" text="Tap the heart beside an offer to keep it.">
            <a className="button primary" href="/search">
              Start Shopping
            </a>
          </EmptyPanel>
        </div>
        <div className="card">
          <NoResults isArriving={false} onClear={nothing} heading="h3" />
        </div>
      </div>
      <div className="design-columns">
        <FailurePanel
          title="Oops! Something went wrong"
          text="Failed to load recommendations"
          onRetry={nothing}
        />
        <ErrorPanel
          query="oats"
          text="AI search failed. Please try again later."
          onRetry={nothing}
          heading="h3"
        />
      </div>
      <div className="design-picture">
        <LazyImage src="" alt="" />
      </div>
    </>
  );
}
