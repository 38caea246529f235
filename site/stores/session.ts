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

/** 'loading' until the stored session is read; signed in means that user and token exist (spec §4). */
export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: SessionUser; token: string };

const $token = persistentAtom<string | undefined>(STORAGE_KEYS.token, undefined);
const $userJson = persistentAtom<string | undefined>(STORAGE_KEYS.user, undefined);
const $restored = atom(false);

/** The session, shared by all islands. */
export const $session = computed(
  [$token, $userJson, $restored],
  (token, json, restored): Session => {
    if (!restored) return { status: 'loading' };
    const user = readUser(json);
    return token && user ? { status: 'signed-in', user, token } : { status: 'signed-out' };
  },
);

/** True while a shopper is signed in. Unlike $session, it does not change when a guest's page reads the storage. */
export const $isSignedIn = computed($session, ({ status }) => status === 'signed-in');

/**
 * Restores the stored session once per page, and removes it if the server rejects its token. client/page-script.ts removed an incomplete
 * one.
 */
export function restoreSession(): void {
  if ($restored.get()) return;
  const token = $token.get();
  if (token) {
    bodyOf((api) => api.auth.me.$get()).catch((fault: unknown) => {
      if (isSignedOut(fault) && $token.get() === token) clearSession();
    });
  }
  $restored.set(true);
}

/** Stores a new session. */
export function signIn(user: SessionUser, token: string): void {
  $token.set(token);
  updateUser(user);
  $restored.set(true);
}

/** Stores the user after a change of the profile. */
export function updateUser(user: SessionUser): void {
  $userJson.set(JSON.stringify(user));
  window.dispatchEvent(new Event(SESSION_EVENT));
}

export function clearSession(): void {
  $token.set(undefined);
  $userJson.set(undefined);
  window.dispatchEvent(new Event(SESSION_EVENT));
}

/** True if a token is stored; a cheap check before calls that need one. */
export function hasToken(): boolean {
  return Boolean($token.get());
}
