import type { PriceAlert } from '#site/api/routes/alerts.ts';
import { dataOf, removed } from '#site/client/api.ts';
import { Loaded, Skeletons } from '#site/ui/panels.tsx';
import { plainText } from '#site/ui/price-text.ts';
import { useCall } from '#site/ui/use-call.ts';
import { RemoveButton, useRemovals } from '#site/ui/use-removals.tsx';
import type { Words } from '#site/ui/words.ts';

const TEXTS = {
  failed: 'Your price alerts could not be loaded.',
  none: 'No alerts yet. Set one on a product page, or tap the bell on a favourite.',
  notEnded: 'The price alert could not be ended. Please try again.',
} as const;

const STATES: Record<PriceAlert['state'], Words> = {
  unconfirmed: { tone: 'yellow', text: 'Not active yet: open the link we emailed you' },
  watching: { tone: 'green', text: 'Active' },
  fired: { tone: 'blue', text: 'Price reached' },
  paused: { tone: 'grey', text: 'Paused' },
  ended: { tone: 'grey', text: 'Ended' },
};

/** The shopper's price alerts: what is watched, from which price on, and a button to end each. */
export function AlertList() {
  const call = useCall(() => dataOf((api) => api.alerts.$get()));
  const { remove, status } = useRemovals();
  const end = ({ id, productName }: PriceAlert, button: HTMLElement) =>
    remove({
      button,
      words: `Alert for ${productName} ended`,
      failure: TEXTS.notEnded,
      async call() {
        await removed((api) => api.alerts[':id'].$delete({ param: { id } }));
        call.change((alerts) => alerts.filter((alert) => alert.id !== id));
      },
    });
  const loading = <Skeletons count={1} shape="entry-shape" className="stack" />;
  return (
    <>
      {status}
      <Loaded call={call} loading={loading} failure={TEXTS.failed}>
        {(alerts) =>
          alerts.length === 0 ? (
            <p className="muted">{TEXTS.none}</p>
          ) : (
            <ul className="plain-list entries">
              {alerts.map((alert) => (
                <Row key={alert.id} alert={alert} onEnd={(button) => void end(alert, button)} />
              ))}
            </ul>
          )
        }
      </Loaded>
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
      <RemoveButton label={`End the alert for ${alert.productName}`} onRemove={onEnd} />
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
