/** Account events with their text for people. */
export const ACCOUNT_EVENT_WORDS = {
  'signed-in': 'Signed in',
  'sign-in-refused': 'Sign-in refused',
  'code-asked': 'Right password, code asked for',
  'code-refused': 'Wrong code',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by mail',
  'second-factor-on': 'Second factor turned on',
  'second-factor-off': 'Second factor turned off',
  'backup-codes-renewed': 'New backup codes',
} as const;
export type AccountEventKind = keyof typeof ACCOUNT_EVENT_WORDS;

/** Sign-in methods with their text for people. */
export const ACCOUNT_WAY_WORDS = {
  password: 'password',
  social: 'Google or Facebook',
  code: 'authenticator code',
  'backup-code': 'backup code',
  'command-line': 'an operator’s command',
} as const;
export type AccountWay = keyof typeof ACCOUNT_WAY_WORDS;

export const ACCOUNT_EVENTS = Object.keys(ACCOUNT_EVENT_WORDS) as AccountEventKind[];
export const ACCOUNT_WAYS = Object.keys(ACCOUNT_WAY_WORDS) as AccountWay[];
