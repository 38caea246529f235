import { Icon } from './Icon.tsx';

interface FailurePanelProps {
  title?: string;
  /** The title is the page's heading. */
  isPage?: boolean;
  text: string;
  /** What the shopper can do about the failure; null if `text` says it. */
  advice: string | null;
  /** The search that Try Again repeats without JavaScript. */
  query?: string;
  onRetry(): void;
}

/** Error panel with a Try Again button. */
export function FailurePanel({ title, isPage, text, advice, query, onRetry }: FailurePanelProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className="card stack error-panel" role="alert">
      {title && (
        <Title className="panel-title">
          <Icon name="alert" /> {title}
        </Title>
      )}
      <p>{text}</p>
      {advice && <p className="muted">{advice}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onRetry();
        }}
      >
        {query && <input type="hidden" name="q" value={query} />}
        <button type="submit" className="button primary">
          <Icon name="refresh" /> Try Again
        </button>
      </form>
    </div>
  );
}
