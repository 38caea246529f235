import { ApiError } from './api-error.ts';

/** What the shopper can do about a failed call, in one sentence; null where the screen's own sentence is enough. */
export function faultAdvice(fault: unknown, isOnline = navigator.onLine): string | null {
  if (!(fault instanceof ApiError)) return null;
  const { status } = fault;
  if (status === 0) {
    return isOnline
      ? 'No answer came. Check your connection; nothing is lost.'
      : 'You are offline. Nothing is lost: connect, then try again.';
  }
  if (status === 401) return 'Your session has ended.';
  if (status === 429) return 'Too many requests came at once. Wait a minute, then try again.';
  if (status >= 500) return 'The fault is ours, and nothing is lost. Try again shortly.';
  return null;
}
