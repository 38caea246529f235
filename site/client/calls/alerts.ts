import { callForData } from '../api.ts';

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
