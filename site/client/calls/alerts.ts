import { callForData } from '../api.ts';

/** A price alert: for a search, or for one product. */
export interface AlertRequest {
  email: string;
  /** Dollars; null for "any price drop". */
  targetPrice: number | null;
  query?: string;
  productId?: string;
}

/** Stores an alert; the worker watches it. */
export function createAlert(alert: AlertRequest): Promise<unknown> {
  return callForData('POST', '/alerts', alert);
}
