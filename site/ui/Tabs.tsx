import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly { id: Id; name: string }[];
  chosen: Id;
  onChoose(id: Id): void;
  children: ReactNode;
}

/** ARIA tabs: arrow keys move, one tab stop, panel below. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, chosen, onChoose, children } = props;
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div className="stack">
      <div className="tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            className="chip"
            id={`${base}${id}`}
            data-tab={id}
            aria-selected={id === chosen}
            aria-controls={`${base}panel`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
            onKeyDown={move}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}panel`} aria-labelledby={`${base}${chosen}`}>
        {children}
      </div>
    </div>
  );
}
