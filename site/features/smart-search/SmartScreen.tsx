/* /smart-search (spec §2): form, loading, error, recommendation, or suggestions when nothing was asked. */
import { isPlainClick } from '#site/client/plain-click.ts';
import { SMART_SUGGESTIONS } from '#site/content/texts.ts';
import { DialogHost } from '#site/ui/DialogHost.tsx';
import { FailurePanel } from '#site/ui/panels.tsx';
import { SearchBar } from '../search/SearchBar.tsx';
import { Recommendation } from './Recommendation.tsx';
import { useSmartSearch } from './use-smart-search.ts';

/** The whole island. */
export function SmartScreen() {
  const { query, state, search, retry } = useSmartSearch();
  return (
    <>
      <SearchBar
        action="/smart-search"
        label="What do you need?"
        placeholder="What do you need?"
        query={query}
        isLoading={state.status === 'loading'}
        onSearch={search}
      />
      <div className="wrap page stack loose smart">
        {state.status === 'idle' && <Suggestions onSearch={search} />}
        {state.status === 'loading' && (
          <div className="stack" role="status">
            <h1 className="panel-title">Weighing up “{query}”…</h1>
            <div className="skeleton docket-shape" aria-hidden="true" />
            <div className="skeleton row-shape" aria-hidden="true" />
          </div>
        )}
        {state.status === 'error' && (
          <>
            <h1 className="visually-hidden">Smart Search</h1>
            <FailurePanel
              title="Oops! Something went wrong"
              text={state.text}
              advice={state.advice}
              onRetry={retry}
            />
          </>
        )}
        {state.status === 'success' && <Recommendation key={query} answer={state.answer} />}
      </div>
      <DialogHost />
    </>
  );
}

function Suggestions({ onSearch }: { onSearch(query: string): void }) {
  return (
    <div className="stack loose">
      <header className="stack tight">
        <h1>Ask before you buy</h1>
        <p className="lead">
          Say what you need. You get a sensible price range, three picks with reasons, and the shops
          worth looking at.
        </p>
      </header>
      <div className="stack tight">
        <h2 className="panel-title">Try one of these</h2>
        <ul className="row plain-list">
          {SMART_SUGGESTIONS.map((text) => (
            <li key={text}>
              <a
                className="chip"
                href={`/smart-search?q=${encodeURIComponent(text)}`}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  onSearch(text);
                }}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
