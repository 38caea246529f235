/** Longest address that mail can be sent to (RFC 5321 §4.5.3.1). */
export const EMAIL_MAX = 254;

/** Spec §5. */
export const NO_EMAIL_ADDRESS = 'Please enter a valid email address.';

/** As the server's schemas have it (zod), which is more than a page for a browser should load. */
const EMAIL_ADDRESS =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether the server takes it for an address; spaces around it count as wrong. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL_ADDRESS.test(text);
}
