import type { ReactNode } from 'react';
import { EmptyPanel, Loaded, Skeletons } from '#site/ui/panels.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { focusAfterRemoval, useRemovals } from '#site/ui/use-removals.tsx';

/** Removes an entry; `button` is what was pressed, `name` what goes. */
type RemoveEntry<Entry> = (entry: Entry, name: string, button: HTMLElement) => void;

/** The calls and words of a list. */
export interface EntryListProps<Entry> {
  list(): Promise<Entry[]>;
  remove(id: string): Promise<void>;
  /** Absent where a list cannot be cleared at once. */
  clear?(): Promise<unknown>;
  failure: string;
  empty: { title: string; text: string };
  children(entries: Entry[], remove: RemoveEntry<Entry>): ReactNode;
}

/**
 * A list of the profile: loading, failed, empty, filled with 'Clear all'. A failed deletion is logged by the client and
 * changes nothing (spec §8). Another list is another component: the calls must not change.
 */
export function EntryList<Entry extends { id: string }>(props: EntryListProps<Entry>) {
  const { list, clear, failure, empty, children } = props;
  const call = useCall(list);
  const { remove, status } = useRemovals();
  const removeEntry: RemoveEntry<Entry> = (gone, name, button) =>
    remove({
      button,
      words: `${name} removed`,
      async call() {
        await props.remove(gone.id);
        call.change((entries) => entries.filter(({ id }) => id !== gone.id));
      },
    });
  const clearAll = (button: HTMLElement) => {
    focusAfterRemoval(button)();
    clear?.().then(
      () => call.change(() => []),
      () => undefined,
    );
  };
  const loading = <Skeletons count={3} shape="entry-shape" className="stack tight" />;
  return (
    <>
      {status}
      <Loaded call={call} loading={loading} failure={failure}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyPanel {...empty} action="Start a search" href="/" />
          ) : (
            <div className="stack">
              {clear && (
                <div className="row spread">
                  <span className="muted figures">
                    {entries.length === 1 ? '1 entry' : `${entries.length} entries`}
                  </span>
                  <button
                    type="button"
                    className="link-button"
                    onClick={(event) => clearAll(event.currentTarget)}
                  >
                    Clear all
                  </button>
                </div>
              )}
              {children(entries, removeEntry)}
            </div>
          )
        }
      </Loaded>
    </>
  );
}
