/** Longest deliverable address (RFC 5321 §4.5.3.1). */
export const EMAIL_MAX = 254;

/** Spec §5. */
export const NO_EMAIL_ADDRESS = 'Please enter a valid email address.';
