/* The price alerts of the profile. */
import type { ReactNode } from 'react';
import { counted } from '#domain/text/counted.ts';
import type { PriceAlert } from '#site/api/routes/alerts.ts';
import { dataOf, removed } from '#site/client/api.ts';
import { Notice } from '#site/ui/Notice.tsx';
import { EmptyPanel } from '#site/ui/panels.tsx';
import { plainText } from '#site/ui/price-text.ts';
import { useCall } from '#site/ui/use-call.ts';
import { RemoveButton } from '#site/ui/use-removals.tsx';
import type { Words } from '#site/ui/words.ts';
import { Entries } from './EntryList.tsx';

const ALERT_STATES: Record<PriceAlert['state'], Words> = {
  unconfirmed: { tone: 'yellow', text: 'Not active yet' },
  watching: { tone: 'green', text: 'Active' },
  fired: { tone: 'blue', text: 'Price reached' },
  ended: { tone: 'grey', text: 'Ended' },
};

/** The shopper's price alerts: product, target price, state, and a button to end each. `children` follow once the list is there, so that it does not push them down. */
export function AlertList({ children }: { children: ReactNode }) {
  const call = useCall(() => dataOf((api) => api.alerts.$get()));
  return (
    <>
      <Entries
        call={call}
        remove={(id) => removed((api) => api.alerts[':id'].$delete({ param: { id } }))}
        removedText={(name) => `Alert for ${name} ended`}
        failure="Your price alerts could not be loaded."
        notRemoved="The price alert could not be ended. Please try again."
        none={
          <EmptyPanel
            title="No alerts yet"
            text="Set one on a product’s page, or tap the bell on a favourite."
            action="Your favourites"
            href="/favorites"
          />
        }
      >
        {(alerts, end) => (
          <div className="stack">
            {alerts.some(({ state }) => state === 'unconfirmed') && (
              <Notice tone="yellow" icon="mail">
                Not active yet: open the link we emailed you
              </Notice>
            )}
            <ul className="plain-list entries">
              {alerts.map((alert) => (
                <li key={alert.id}>
                  <span className="stack tight">
                    <a className="reach" href={`/product/${alert.productId}`}>
                      {alert.productName}
                    </a>
                    <span className="small figures">{termsOf(alert)}</span>
                    <span className="row small muted">
                      <span className={`badge tone-${ALERT_STATES[alert.state].tone}`}>
                        {ALERT_STATES[alert.state].text}
                      </span>{' '}
                      {alert.email}
                    </span>
                  </span>
                  <RemoveButton
                    label={`End the alert for ${alert.productName}`}
                    onRemove={(button) => end(alert, alert.productName, button)}
                  />
                </li>
              ))}
            </ul>
          </div>
        )}
      </Entries>
      {call.state.status !== 'loading' && children}
    </>
  );
}

/** '$450.00 or less, now $529.00'. */
function termsOf(alert: PriceAlert): string {
  const { shop, targetPrice, priceWhenSet, bestPrice, smallestDrop, restDays, backInStock } = alert;
  const low = alert.yearLow ? ', its lowest of the past year' : '';
  const drop = smallestDrop === null ? 'Any drop' : `A drop of ${plainText(smallestDrop)} or more`;
  const terms = [
    targetPrice === null
      ? `${drop} below ${plainText(priceWhenSet)}`
      : `${plainText(targetPrice)} or less${low}`,
    backInStock && 'or back in stock',
    shop && `only at ${shop}${alert.isListed ? '' : ', which does not list it now'}`,
    restDays > 0 && `rests for ${counted(restDays, 'day')}`,
  ]
    .filter(Boolean)
    .join(', ');
  return bestPrice === null ? terms : `${terms}, now ${plainText(bestPrice)}`;
}
