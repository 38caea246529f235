import { API_TIMEOUT_MS } from './api-error.ts';
import { STORAGE_KEYS } from './stored-values.ts';

/** Ends the session in this browser and, if reachable, on the server; then goes to /login. */
export async function signOut(): Promise<void> {
  const token = localStorage.getItem(STORAGE_KEYS.token);
  forgetSession();
  if (token) {
    await fetch('/api/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
      signal: AbortSignal.timeout(API_TIMEOUT_MS),
    }).catch((fault: unknown) => console.error('[logout]', fault));
  }
  location.assign('/login');
}

/** Deletes the stored session without notifying the page, which is about to be left. */
export function forgetSession(): void {
  localStorage.removeItem(STORAGE_KEYS.token);
  localStorage.removeItem(STORAGE_KEYS.user);
}
