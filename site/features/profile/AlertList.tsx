import { useState } from 'react';
import type { PriceAlert } from '#site/api/routes/alerts.ts';
import { dataOf, removed } from '#site/client/api.ts';
import { faultAdvice } from '#site/client/fault-advice.ts';
import { focusAfterRemoval } from '#site/client/focus-after-removal.ts';
import { tell } from '#site/stores/dialog.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { FailurePanel } from '#site/ui/panels.tsx';
import { plainText } from '#site/ui/price-text.ts';
import { useCall } from '#site/ui/use-call.ts';
import type { Tone } from '#site/ui/words.ts';

const TEXTS = {
  failed: 'Your price alerts could not be loaded.',
  none: 'None yet. Set one on a product’s page, beside a search, or with the bell of a favourite.',
  notEnded: 'The price alert could not be ended. Please try again.',
} as const;

const STATES: Record<PriceAlert['state'], { tone: Tone; text: string }> = {
  unconfirmed: { tone: 'yellow', text: 'Confirm by the link we mailed' },
  watching: { tone: 'green', text: 'Watching' },
  fired: { tone: 'blue', text: 'Price reached' },
  paused: { tone: 'grey', text: 'Paused' },
  ended: { tone: 'grey', text: 'Ended' },
};

/** The shopper's price alerts: what is watched, from which price on, and a button to end each. */
export function AlertList() {
  const { state, run, change } = useCall(() => dataOf((api) => api.alerts.$get()));
  const [said, say] = useState('');
  const end = async (gone: PriceAlert, button: HTMLElement) => {
    const moveFocus = focusAfterRemoval(button);
    try {
      await removed((api) => api.alerts[':id'].$delete({ param: { id: gone.id } }));
      moveFocus();
      change((alerts) => alerts.filter(({ id }) => id !== gone.id));
      say(`Alert for ${gone.productName} ended`);
    } catch {
      // Logged by the caller of the API.
      await tell(TEXTS.notEnded);
    }
  };
  return (
    <>
      <p className="visually-hidden" role="status">
        {state.status === 'loading' ? 'Loading' : said}
      </p>
      {state.status === 'loading' && <div className="skeleton entry-shape" aria-hidden="true" />}
      {state.status === 'error' && (
        <FailurePanel
          text={TEXTS.failed}
          advice={faultAdvice(state.fault)}
          onRetry={() => void run()}
        />
      )}
      {state.status === 'success' && state.data.length === 0 && (
        <p className="muted">{TEXTS.none}</p>
      )}
      {state.status === 'success' && state.data.length > 0 && (
        <ul className="plain-list entries">
          {state.data.map((alert) => (
            <Row key={alert.id} alert={alert} onEnd={(button) => void end(alert, button)} />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ alert, onEnd }: { alert: PriceAlert; onEnd(button: HTMLElement): void }) {
  const { tone, text } = STATES[alert.state];
  return (
    <li>
      <span className="stack tight">
        <a href={`/product/${alert.productId}`}>{alert.productName}</a>
        <span className="small figures">{termsOf(alert)}</span>
        <span className="row small muted">
          <span className={`badge tone-${tone}`}>{text}</span> {alert.email}
        </span>
      </span>
      <button
        type="button"
        className="button quiet square"
        data-remove
        aria-label={`End the alert for ${alert.productName}`}
        onClick={(event) => onEnd(event.currentTarget)}
      >
        <Icon name="trash" />
      </button>
    </li>
  );
}

/** '$450.00 or less, now $529.00'. */
function termsOf({ targetPrice, priceWhenSet, bestPrice }: PriceAlert): string {
  const terms =
    targetPrice === null
      ? `Any drop below ${plainText(priceWhenSet)}`
      : `${plainText(targetPrice)} or less`;
  return bestPrice === null ? terms : `${terms}, now ${plainText(bestPrice)}`;
}
