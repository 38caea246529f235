import { callForData, callToRemove } from '../api.ts';

/** A price alert on a product's best offer. */
export interface AlertRequest {
  email: string;
  /** Dollars; null for "any price drop". */
  targetPrice: number | null;
  productId: string;
}

/** Stores an alert; the worker watches it. */
export function createAlert(alert: AlertRequest): Promise<unknown> {
  return callForData('POST', '/alerts', alert);
}

/** An alert of the signed-in shopper; prices in dollars. */
export interface PriceAlert {
  id: string;
  productId: string;
  productName: string;
  email: string;
  kind: 'target' | 'any_drop';
  targetPrice: number | null;
  priceWhenSet: number;
  bestPrice: number | null;
  state: 'unconfirmed' | 'watching' | 'fired' | 'paused' | 'ended';
}

/** Newest first, without those that were ended. */
export function listAlerts(): Promise<PriceAlert[]> {
  return callForData('GET', '/alerts');
}

export function endAlert(id: string): Promise<void> {
  return callToRemove(`/alerts/${id}`);
}
