import { APIError } from 'better-auth/api';
import { NO_EMAIL_ADDRESS } from '#domain/account/email-address.ts';
import { PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { PublicError } from '#domain/errors.ts';

/** better-auth's error codes and their answers: status, our code, and the text that a shopper reads. */
const TOLD: Record<string, readonly [status: number, code: string, message: string]> = {
  INVALID_EMAIL_OR_PASSWORD: [
    401,
    'invalid-credentials',
    'Invalid email or password. Please check your credentials or sign up for a new account.',
  ],
  INVALID_PASSWORD: [400, 'wrong-password', 'Current password is incorrect'],
  USER_ALREADY_EXISTS: [409, 'email-taken', 'This email is already registered.'],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: [409, 'email-taken', 'This email is already registered.'],
  PASSWORD_TOO_SHORT: [
    400,
    'password-too-short',
    `Password must be at least ${PASSWORD_MIN} characters long`,
  ],
  PASSWORD_TOO_LONG: [400, 'password-too-long', 'Password is too long'],
  INVALID_TOKEN: [400, 'invalid-token', 'This reset link is invalid or has expired.'],
  CREDENTIAL_ACCOUNT_NOT_FOUND: [
    400,
    'no-password',
    'This account signs in with Google or Facebook and has no password.',
  ],
  INVALID_EMAIL: [400, 'invalid-email', NO_EMAIL_ADDRESS],
};

/** Runs a call of better-auth. Throws PublicError for the refusals in TOLD, and rethrows any other error. */
export async function toldPlainly<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const told = TOLD[String(error.body?.code ?? '')];
    if (!told) throw error;
    throw new PublicError(...told);
  }
}
