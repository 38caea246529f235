import { callApi, callForData } from '../api.ts';

/** The signed-in shopper as the browser keeps them (spec §3). */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
  preferences?: unknown;
  lastLogin?: string | null;
}

/** What signing in grants. */
export interface Grant {
  user: SessionUser;
  token: string;
}

export function login(email: string, password: string): Promise<Grant> {
  return callForData('POST', '/auth/login', { email, password });
}

/** A new account; the answer signs in. */
export function register(email: string, password: string, name: string): Promise<Grant> {
  return callForData('POST', '/auth/register', { email, password, name });
}

export function forgotPassword(email: string): Promise<unknown> {
  return callApi('POST', '/auth/forgot-password', { email });
}

export function resetPassword(token: string, newPassword: string): Promise<unknown> {
  return callApi('POST', '/auth/reset-password', { token, newPassword });
}

/** Exchanges the short-lived token of a social sign-in for a session (answers: social callback token). */
export function exchangeSocialToken(token: string): Promise<Grant> {
  return callForData('POST', '/auth/social/exchange', { token });
}

/** The profile form; passwords only when a new one is set (spec §5). */
export interface ProfileChange {
  name: string;
  email: string;
  currentPassword?: string;
  newPassword?: string;
}

export async function saveProfile(change: ProfileChange): Promise<SessionUser> {
  const { user } = await callForData<{ user: SessionUser }>('PUT', '/auth/profile', change);
  return user;
}

/** Deletes the account and everything of it. */
export function deleteAccount(): Promise<unknown> {
  return callApi('DELETE', '/auth/account');
}

/** Everything that is stored of the signed-in shopper. */
export function exportData(): Promise<unknown> {
  return callForData('GET', '/auth/export');
}
