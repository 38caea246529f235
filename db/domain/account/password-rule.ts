/** The server's minimum, as profile and reset require (spec §5). */
export const PASSWORD_MIN = 6;
/** Above any passphrase; bounds the work of hashing. */
export const PASSWORD_MAX = 128;
/** Limits of the sign-up checklist, which does not block (spec §5). */
export const CHECKLIST_MIN = 8;
export const CHECKLIST_MAX = 64;
/** Symbols that the checklist counts; its hint says that only these are supported. */
export const CHECKLIST_SYMBOLS = '!@#$%^*-_+=';

export interface PasswordCheck {
  id: 'length' | 'letter' | 'digit' | 'symbol';
  passed: boolean;
}

/** The live checklist shown while a password is typed; display only. */
export function passwordChecklist(password: string): PasswordCheck[] {
  const { length } = password;
  return [
    { id: 'length', passed: length >= CHECKLIST_MIN && length <= CHECKLIST_MAX },
    { id: 'letter', passed: /[a-z]/i.test(password) },
    { id: 'digit', passed: /\d/.test(password) },
    { id: 'symbol', passed: [...CHECKLIST_SYMBOLS].some((symbol) => password.includes(symbol)) },
  ];
}
