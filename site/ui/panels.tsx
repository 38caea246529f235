import type { ReactNode } from 'react';
import { faultAdvice } from '#site/client/api-error.ts';
import { FailurePanel } from './FailurePanel.tsx';
import type { Call } from './use-call.ts';

interface LoadedProps<Data> {
  call: Call<Data>;
  loading: ReactNode;
  failure: string | ((fault: unknown) => string);
  children(data: Data): ReactNode;
}

/** Renders the state of a call: skeleton, error panel with Try Again, or data. */
export function Loaded<Data>({ call, loading, failure, children }: LoadedProps<Data>) {
  const { state, run } = call;
  if (state.status === 'loading') return loading;
  if (state.status === 'success') return children(state.data);
  const text = typeof failure === 'string' ? failure : failure(state.fault);
  const advice = faultAdvice(state.fault);
  return <FailurePanel text={text} advice={advice} onRetry={() => void run()} />;
}

interface EmptyPanelProps {
  title: string;
  text: string;
  /** Label and target of the next step. */
  action: string;
  href: string;
}

/** Empty state: a drawn basket, a sentence and one next step. */
export function EmptyPanel({ title, text, action, href }: EmptyPanelProps) {
  return (
    <div className="empty">
      <svg
        className="drawing"
        viewBox="0 0 160 110"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <path d="M20 48h120l-14 52H34ZM48 48l24-36m40 36L88 12" strokeWidth="3" />
        <path d="M56 62v24m24-24v24m24-24v24" strokeWidth="2" strokeDasharray="4 4" />
      </svg>
      <h2 className="panel-title">{title}</h2>
      <p className="muted">{text}</p>
      <a className="button primary" href={href}>
        {action}
      </a>
    </div>
  );
}

interface SkeletonsProps {
  count: number;
  /** Class that shapes each skeleton. */
  shape?: string;
  className?: string;
}

/** Loading skeletons, cards by default. */
export function Skeletons({ count, shape = 'card-shape', className = 'cards' }: SkeletonsProps) {
  const keys = Array.from({ length: count }, (_, index) => `shape-${index}`);
  return (
    <div className={className} role="status">
      <span className="visually-hidden">Loading</span>
      {keys.map((key) => (
        <div key={key} className={`skeleton ${shape}`} aria-hidden="true" />
      ))}
    </div>
  );
}
