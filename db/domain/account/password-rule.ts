/** The server's floor: what profile and reset require (spec §5). */
export const PASSWORD_MIN = 6;
/** Above any passphrase; a bound on the work of hashing. */
export const PASSWORD_MAX = 128;
/** What the sign-up checklist shows, without blocking (spec §5). */
export const CHECKLIST_MIN = 8;
export const CHECKLIST_MAX = 64;
/** The symbols that the checklist counts; its hint says that only these are supported. */
export const CHECKLIST_SYMBOLS = '!@#$%^*-_+=';

export interface PasswordCheck {
  id: 'length' | 'letter' | 'digit' | 'symbol';
  passed: boolean;
}

/** The live checklist of a password while it is typed; display only. */
export function passwordChecklist(password: string): PasswordCheck[] {
  const { length } = password;
  return [
    { id: 'length', passed: length >= CHECKLIST_MIN && length <= CHECKLIST_MAX },
    { id: 'letter', passed: /[a-z]/i.test(password) },
    { id: 'digit', passed: /\d/.test(password) },
    { id: 'symbol', passed: [...CHECKLIST_SYMBOLS].some((symbol) => password.includes(symbol)) },
  ];
}
