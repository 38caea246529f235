/* /recommendations (spec §2): three tabs, a category, figures, cards, and how it works. */
import { useState } from 'react';
import { productCategories } from '#site/client/calls/products.ts';
import { type RecommendationKind, recommendations } from '#site/client/calls/recommendations.ts';
import { faultAdvice } from '#site/client/fault-advice.ts';
import { CardSkeletons, EmptyPanel, FailurePanel } from '#site/ui/panels.tsx';
import { Tabs } from '#site/ui/Tabs.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { SignedIn } from '../account/SignedIn.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { RecommendationCard } from './RecommendationCard.tsx';
import { RecommendationTiles } from './RecommendationTiles.tsx';

const TABS = [
  { id: 'personalized', name: 'Personalized' },
  { id: 'trending', name: 'Hot Picks' },
  { id: 'deals', name: 'Best Deals' },
] as const satisfies readonly { id: RecommendationKind; name: string }[];

/** Spec §8. */
const FAILED = 'Failed to load recommendations. Please try again later.';

/** The whole island. */
export function RecommendationsScreen() {
  return <SignedIn>{() => <Screen />}</SignedIn>;
}

function Screen() {
  const [kind, setKind] = useState<RecommendationKind>('personalized');
  const [category, setCategory] = useState('');
  const categories = useCall(productCategories);
  const { state, run } = useCall(() => recommendations(kind, category), `${kind} ${category}`);
  const names = categories.state.status === 'success' ? categories.state.data : [];
  return (
    <div className="stack loose recommendations">
      <header className="stack tight">
        <h1>AI Picks</h1>
        <p className="lead">Chosen from what you search, view and save.</p>
      </header>
      <div className="category-filter">
        <div className="field">
          <label htmlFor="category">Category</label>
          <select
            id="category"
            className="input"
            value={category}
            onChange={(event) => setCategory(event.target.value)}
          >
            <option value="">All Categories</option>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
        <button
          type="button"
          className="button"
          disabled={!category}
          onClick={() => {
            // The button is about to be of no use.
            document.getElementById('category')?.focus();
            setCategory('');
          }}
        >
          Clear Filters
        </button>
      </div>
      <Tabs<RecommendationKind>
        label="Recommendations"
        tabs={TABS}
        chosen={kind}
        onChoose={setKind}
      >
        {state.status === 'loading' && <CardSkeletons count={6} />}
        {state.status === 'error' && (
          <FailurePanel
            text={FAILED}
            advice={faultAdvice(state.fault)}
            onRetry={() => void run()}
          />
        )}
        {state.status === 'success' && state.data.length === 0 && (
          <EmptyPanel
            title="Nothing to recommend yet"
            text="Search for a few things and picks will appear here."
          >
            <a className="button primary" href="/">
              Start Searching
            </a>
          </EmptyPanel>
        )}
        {state.status === 'success' && state.data.length > 0 && (
          <div className="stack loose">
            <RecommendationTiles products={state.data} />
            <ul className="plain-list cards">
              {state.data.map((product) => (
                <RecommendationCard
                  key={product.offerId}
                  product={product}
                  showReason={kind === 'personalized'}
                />
              ))}
            </ul>
          </div>
        )}
      </Tabs>
      {state.status !== 'loading' && <HowItWorks />}
    </div>
  );
}
