import { type ReactNode, useState } from 'react';
import { faultAdvice } from '#site/client/fault-advice.ts';
import { focusAfterRemoval } from '#site/client/focus-after-removal.ts';
import { EmptyPanel, FailurePanel } from '#site/ui/panels.tsx';
import type { CallState } from '#site/ui/use-call.ts';

/** Removes an entry; `button` is what was pressed, `name` what goes, for those who do not see it go. */
export type RemoveEntry<Entry> = (entry: Entry, name: string, button: HTMLElement) => void;

interface EntryListProps<Entry> {
  state: CallState<Entry[]>;
  failure: string;
  empty: { title: string; text: string };
  onRetry(): void;
  /** Answers whether the entry is gone. */
  onRemove(entry: Entry): Promise<boolean>;
  /** Absent where there is nothing to clear at once. */
  onClear?: (() => void) | undefined;
  children(entries: Entry[], remove: RemoveEntry<Entry>): ReactNode;
}

/** The states that the profile's lists share: loading, failed, empty, filled with 'Clear all'. */
export function EntryList<Entry>(props: EntryListProps<Entry>) {
  const [said, say] = useState('');
  const remove: RemoveEntry<Entry> = async (entry, name, button) => {
    const moveFocus = focusAfterRemoval(button);
    if (!(await props.onRemove(entry))) return;
    moveFocus();
    say(`${name} removed`);
  };
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <Body {...props} remove={remove} />
    </>
  );
}

function Body<Entry>(props: EntryListProps<Entry> & { remove: RemoveEntry<Entry> }) {
  const { state, failure, empty, onRetry, onClear, children, remove } = props;
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
  if (state.status === 'error') {
    return <FailurePanel text={failure} advice={faultAdvice(state.fault)} onRetry={onRetry} />;
  }
  if (state.data.length === 0) {
    return (
      <EmptyPanel title={empty.title} text={empty.text}>
        <a className="button primary" href="/">
          Start a search
        </a>
      </EmptyPanel>
    );
  }
  const count = state.data.length;
  return (
    <div className="stack">
      {onClear && (
        <div className="row spread">
          <span className="muted figures">{count === 1 ? '1 entry' : `${count} entries`}</span>
          <button
            type="button"
            className="link-button"
            onClick={({ currentTarget }) => {
              focusAfterRemoval(currentTarget)();
              onClear();
            }}
          >
            Clear all
          </button>
        </div>
      )}
      {children(state.data, remove)}
    </div>
  );
}
