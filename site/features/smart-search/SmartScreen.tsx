/* /smart-search (spec §2): form, loading, error, recommendation, or suggestions without a query. */
import { ApiError, errorText, faultAdvice } from '#site/client/api-error.ts';
import { FailurePanel } from '#site/ui/FailurePanel.tsx';
import { NumberedCards } from '#site/ui/NumberedCards.tsx';
import { SearchBar } from '../search/SearchBar.tsx';
import { AskBack } from './AskBack.tsx';
import { Recommendation } from './Recommendation.tsx';
import { SuggestionChips } from './SuggestionChips.tsx';
import { useSmartSearch } from './use-smart-search.ts';

/** Spec §8. */
const REFUSED = 'Unable to load recommendations. Please try again.';
const FAILED = 'Failed to load recommendations';

/** Questions of the empty screen, one for each way of asking. */
const QUESTIONS = [
  'Air conditioner for a 15 m² bedroom',
  'Compare iPhone 15 and Galaxy S24',
  'Is now a good time to buy a PS5?',
  'What do I need for a camping trip?',
  'Present for a 7 year old who likes LEGO around $50',
  'Which dryer is cheapest to run?',
];

/** The whole island; `isAsked` says that the address has a question. */
export function SmartScreen({ isAsked }: { isAsked: boolean }) {
  const { query, question, isStarting, call, search, narrow } = useSmartSearch(isAsked);
  const { state, run } = call;
  return (
    <>
      <SearchBar
        action="/smart-search"
        label="What do you need?"
        placeholder="What do you need?"
        query={query}
        isLoading={question !== null && state.status === 'loading'}
        onSearch={(text) => search(text)}
      />
      <div className="wrap page stack loose smart">
        {!question && !isStarting && <Suggestions onSearch={search} />}
        {question && state.status === 'loading' && (
          <div className="stack" role="status">
            <h1 className="panel-title">Weighing up “{query}”…</h1>
            <div className="skeleton docket-shape" aria-hidden="true" />
            <div className="skeleton row-shape" aria-hidden="true" />
          </div>
        )}
        {question && state.status === 'error' && (
          <Failure fault={state.fault} onRetry={() => void run()} />
        )}
        {question && state.status === 'success' && (
          <Recommendation key={query} answer={state.data} onNarrow={narrow} />
        )}
      </div>
    </>
  );
}

function Failure({ fault, onRetry }: { fault: unknown; onRetry(): void }) {
  const isRefusal = fault instanceof ApiError && fault.status === 200;
  // The server's message needs no further advice.
  const isExplained = fault instanceof ApiError && fault.serverText !== null;
  return (
    <>
      <h1 className="visually-hidden">Smart Search</h1>
      <FailurePanel
        title="Oops! Something went wrong"
        text={isRefusal ? REFUSED : errorText(fault, FAILED)}
        advice={isExplained ? null : faultAdvice(fault)}
        onRetry={onRetry}
      />
    </>
  );
}

function Suggestions({ onSearch }: { onSearch(query: string, budget?: number | null): void }) {
  return (
    <div className="stack loose">
      <header className="stack tight">
        <h1>Ask before you buy</h1>
        <p className="lead">
          Say what you need, for whom and what you can spend. Compare two things, or ask whether now
          is a good time.
        </p>
      </header>
      <div className="stack tight">
        <h2 className="panel-title">Ask it like this</h2>
        <SuggestionChips texts={QUESTIONS} onSearch={(text) => onSearch(text)} />
      </div>
      <AskBack onNarrow={({ more, budget }) => onSearch(more, budget)} />
      <div className="stack tight">
        <h2 className="panel-title">Or one of these</h2>
        <SuggestionChips onSearch={(text) => onSearch(text)} />
      </div>
      <section className="stack" aria-labelledby="answer-title">
        <h2 id="answer-title" className="panel-title">
          What you get
        </h2>
        <NumberedCards steps={PARTS} />
      </section>
    </div>
  );
}

const PARTS = [
  {
    title: 'Typical price',
    text: 'The middle half of today’s best prices, so one unusual product does not skew it.',
  },
  {
    title: 'Three picks, with reasons',
    text: 'Each at its cheapest shop, with a verdict on whether to buy today.',
  },
  {
    title: 'What to look for',
    text: 'Buying tips for that kind of product, and the shops with the widest range.',
  },
];
