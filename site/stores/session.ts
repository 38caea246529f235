import { persistentAtom } from '@nanostores/persistent';
import { atom, computed } from 'nanostores';
import { bodyOf } from '#site/client/api.ts';
import { isSignedOut } from '#site/client/api-error.ts';
import {
  readUser,
  SESSION_EVENT,
  type SessionUser,
  STORAGE_KEYS,
} from '#site/client/stored-values.ts';

/** 'loading' until the stored session was read; signed in means both user and token exist (spec §4). */
export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: SessionUser; token: string };

const $token = persistentAtom<string | undefined>(STORAGE_KEYS.token, undefined);
const $userJson = persistentAtom<string | undefined>(STORAGE_KEYS.user, undefined);
const $restored = atom(false);

/** The session that every island reads. */
export const $session = computed(
  [$token, $userJson, $restored],
  (token, json, restored): Session => {
    if (!restored) return { status: 'loading' };
    const user = readUser(json);
    return token && user ? { status: 'signed-in', user, token } : { status: 'signed-out' };
  },
);

/** Reads the stored session once a page; what is not whole is logged and removed, the rest checked in the background. */
export function restoreSession(): void {
  if ($restored.get()) return;
  const token = $token.get();
  const json = $userJson.get();
  if (token || json) {
    if (!token || !readUser(json)) {
      console.error('[session] the stored session is not whole and was removed');
      clearSession();
    } else {
      void checkWithServer(token);
    }
  }
  $restored.set(true);
}

export function signIn(user: SessionUser, token: string): void {
  $token.set(token);
  updateUser(user);
  $restored.set(true);
}

/** Keeps the stored user in step after the profile was changed. */
export function updateUser(user: SessionUser): void {
  $userJson.set(JSON.stringify(user));
  window.dispatchEvent(new Event(SESSION_EVENT));
}

export function clearSession(): void {
  $token.set(undefined);
  $userJson.set(undefined);
  window.dispatchEvent(new Event(SESSION_EVENT));
}

/** True when a token is stored: the cheap test before calls that need one. */
export function hasToken(): boolean {
  return Boolean($token.get());
}

/** Ends a session whose token the server no longer knows, unless another began meanwhile, here or in another tab. */
async function checkWithServer(token: string): Promise<void> {
  try {
    await bodyOf((api) => api.auth.me.$get());
  } catch (fault) {
    if (isSignedOut(fault) && $token.get() === token) clearSession();
  }
}
