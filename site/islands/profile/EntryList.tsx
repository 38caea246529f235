import type { ReactNode } from 'react';
import { EmptyPanel, FailurePanel } from '../shared/panels.tsx';
import type { CallState } from '../shared/use-call.ts';

interface EntryListProps<Entry> {
  state: CallState<Entry[]>;
  failure: string;
  empty: { title: string; text: string };
  onRetry(): void;
  /** Absent where there is nothing to clear at once. */
  onClear?: () => void;
  children(entries: Entry[]): ReactNode;
}

/** The states that the profile's lists share: loading, failed, empty, filled with 'Clear all'. */
export function EntryList<Entry>(props: EntryListProps<Entry>) {
  const { state, failure, empty, onRetry, onClear, children } = props;
  if (state.status === 'loading') {
    return (
      <div className="stack tight" role="status">
        <span className="visually-hidden">Loading</span>
        {['first', 'second', 'third'].map((row) => (
          <div key={row} className="skeleton entry-shape" aria-hidden="true" />
        ))}
      </div>
    );
  }
  if (state.status === 'error') return <FailurePanel text={failure} onRetry={onRetry} />;
  if (state.data.length === 0) {
    return (
      <EmptyPanel title={empty.title} text={empty.text}>
        <a className="button primary" href="/">
          Start a search
        </a>
      </EmptyPanel>
    );
  }
  return (
    <div className="stack">
      {onClear && (
        <div className="row spread">
          <span className="muted figures">{state.data.length} entries</span>
          <button type="button" className="link-button" onClick={onClear}>
            Clear all
          </button>
        </div>
      )}
      {children(state.data)}
    </div>
  );
}
