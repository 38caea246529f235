import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface FailurePanelProps {
  title?: string;
  text: string;
  /** What the shopper can do about it, where more is known than `text` says. */
  advice?: string | null;
  onRetry(): void;
}

/** A screen's data could not be loaded; one button to try again. */
export function FailurePanel({ title, text, advice, onRetry }: FailurePanelProps) {
  return (
    <div className="card stack error-panel" role="alert">
      {title && (
        <h2 className="panel-title">
          <Icon name="alert" /> {title}
        </h2>
      )}
      <p>{text}</p>
      {advice && <p className="muted">{advice}</p>}
      <div>
        <button type="button" className="button primary" onClick={onRetry}>
          <Icon name="refresh" /> Try Again
        </button>
      </div>
    </div>
  );
}

interface EmptyPanelProps {
  title: string;
  text: string;
  /** The one next step. */
  children?: ReactNode;
}

/** Nothing here yet: a drawn basket, a sentence, one next step. */
export function EmptyPanel({ title, text, children }: EmptyPanelProps) {
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
      {children}
    </div>
  );
}

/** Grey shapes for `count` cards while they load. */
export function CardSkeletons({ count }: { count: number }) {
  const keys = Array.from({ length: count }, (_, index) => `card-${index}`);
  return (
    <div className="cards" role="status">
      <span className="visually-hidden">Loading</span>
      {keys.map((key) => (
        <div key={key} className="skeleton card-shape" aria-hidden="true" />
      ))}
    </div>
  );
}
