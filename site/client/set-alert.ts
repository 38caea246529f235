import { bodyOf } from './api.ts';
import { errorText } from './api-error.ts';

/** The outcome of setting an alert, with its text for the shopper. */
export interface AlertOutcome {
  state: 'watching' | 'unconfirmed' | 'failed';
  text: string;
}

const FAILED = 'The price alert could not be set. Please try again.';

/** Sets a price alert; `targetPrice` in dollars, null for any drop. Never throws. */
export async function setAlert(wish: {
  productId: string;
  email: string;
  targetPrice: number | null;
}): Promise<AlertOutcome> {
  try {
    const { data } = await bodyOf((api) => api.alerts.$post({ json: wish }));
    return { state: data.state, text: TEXTS[data.state](wish.email, wish.targetPrice) };
  } catch (fault) {
    return { state: 'failed', text: errorText(fault, FAILED) };
  }
}

const TEXTS = {
  watching: (email: string, targetPrice: number | null) =>
    `We’ll email ${email} when ${targetPrice === null ? 'its price drops' : `it drops to $${targetPrice.toFixed(2)}`}.`,
  unconfirmed: (email: string) =>
    `Not active yet: open the link we emailed to ${email} and we’ll start watching.`,
} as const;
