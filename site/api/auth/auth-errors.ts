import { APIError } from 'better-auth/api';
import { NO_EMAIL_ADDRESS } from '#domain/account/email-address.ts';
import { PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { PublicError } from '#domain/errors.ts';

type Refusal = readonly [status: number, code: string, message: string];

export const EMAIL_TAKEN: Refusal = [409, 'email-taken', 'This email is already registered.'];
export const WRONG_CODE: Refusal = [
  400,
  'wrong-code',
  'This code is wrong, too old or was used before. Please enter the one your app shows now.',
];
export const SECOND_FACTOR_ON: Refusal = [
  409,
  'second-factor-on',
  'The second factor is on already.',
];
export const NO_SECOND_FACTOR: Refusal = [
  409,
  'no-second-factor',
  'This account has no second factor. Set one up first.',
];

export const DEAD_LINK: Refusal = [
  400,
  'invalid-token',
  'This reset link is invalid or has expired.',
];

/** BETTER_AUTH_SECRET has changed since the factor was set up; operators turn it off by `user:second-factor-off`. */
const UNREADABLE_FACTOR: Refusal = [
  403,
  'second-factor-unreadable',
  'The second factor of this account can no longer be read. Please write to support.',
];
/** The message of better-auth's cipher for a text that was encrypted with another secret. */
const WRONG_SECRET = 'invalid tag';

/** Our refusals by better-auth's error code, or by its status if there is no code. */
const REFUSALS: Record<string, Refusal> = {
  INVALID_EMAIL_OR_PASSWORD: [
    401,
    'invalid-credentials',
    'Invalid email or password. Please check your credentials or sign up for a new account.',
  ],
  // The session ended during the call.
  UNAUTHORIZED: [401, 'sign-in-required', 'Please sign in.'],
  INVALID_PASSWORD: [400, 'wrong-password', 'Current password is incorrect'],
  USER_ALREADY_EXISTS: EMAIL_TAKEN,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: EMAIL_TAKEN,
  PASSWORD_TOO_SHORT: [
    400,
    'password-too-short',
    `Password must be at least ${PASSWORD_MIN} characters long`,
  ],
  PASSWORD_TOO_LONG: [400, 'password-too-long', 'Password is too long'],
  INVALID_TOKEN: DEAD_LINK,
  CREDENTIAL_ACCOUNT_NOT_FOUND: [
    400,
    'no-password',
    'This account signs in with Google or Facebook and has no password.',
  ],
  INVALID_CODE: WRONG_CODE,
  INVALID_BACKUP_CODE: WRONG_CODE,
  // Two concurrent requests used backup codes of one account.
  CONFLICT: WRONG_CODE,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: [
    403,
    'too-many-codes',
    'Too many wrong codes. Please sign in again.',
  ],
  INVALID_TWO_FACTOR_COOKIE: [
    403,
    'sign-in-again',
    'This sign-in took too long or was finished already. Please sign in again.',
  ],
  ACCOUNT_TEMPORARILY_LOCKED: [
    429,
    'too-many-requests',
    'Too many wrong codes. Please wait 15 minutes and try again.',
  ],
  TOTP_ALREADY_ENABLED: SECOND_FACTOR_ON,
  TOTP_NOT_ENABLED: NO_SECOND_FACTOR,
  TWO_FACTOR_NOT_ENABLED: NO_SECOND_FACTOR,
  BACKUP_CODES_NOT_ENABLED: NO_SECOND_FACTOR,
  INVALID_EMAIL: [400, 'invalid-email', NO_EMAIL_ADDRESS],
};

/** Runs a call of better-auth. Throws PublicError for errors in REFUSALS and a changed secret, and rethrows all others. */
export async function withPublicErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error && error.message === WRONG_SECRET) {
      throw new PublicError(...UNREADABLE_FACTOR);
    }
    if (!(error instanceof APIError)) throw error;
    const refusal = REFUSALS[String(error.body?.code ?? error.status)];
    throw refusal ? new PublicError(...refusal) : error;
  }
}
