import type { AlertChoices, AlertWish } from '#site/api/routes/alerts.ts';
import { dataOf } from './api.ts';
import { errorText } from './api-error.ts';

/** The outcome of setting an alert, with its text for the shopper. */
export interface AlertOutcome {
  state: 'watching' | 'unconfirmed' | 'failed';
  text: string;
}

const FAILED = 'The price alert could not be set. Please try again.';

function dropText({ amount, unit }: NonNullable<AlertChoices['smallestDrop']>): string {
  return unit === 'percent' ? `${amount}%` : `$${amount.toFixed(2)}`;
}

export async function setAlert(wish: AlertWish): Promise<AlertOutcome> {
  try {
    const { state } = await dataOf((api) => api.alerts.$post({ json: wish }));
    const { email, targetPrice, smallestDrop, backInStock, yearLow, shop } = wish;
    const by = smallestDrop ? ` by ${dropText(smallestDrop)} or more` : '';
    const low = yearLow && 'it is at its lowest of the past year';
    const drop =
      low ||
      (targetPrice === null ? `its price drops${by}` : `it drops to $${targetPrice.toFixed(2)}`);
    const there = shop ? ` at ${shop}` : '';
    const event = `${backInStock ? `${drop} or it is back in stock` : drop}${there}`;
    const text =
      state === 'watching'
        ? `We’ll email ${email} when ${event}.`
        : `Not active yet: open the link we emailed to ${email} and we’ll start watching.`;
    return { state, text };
  } catch (fault) {
    return { state: 'failed', text: errorText(fault, FAILED) };
  }
}
