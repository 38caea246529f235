/** Longer names are not used in greetings. */
const MAX_LENGTH = 40;
/** Letters of any script with marks and name punctuation: no digits, addresses, links or line breaks. */
const NAME = /^\p{L}[\p{L}\p{M}'’-]*\.?(?: \p{L}[\p{L}\p{M}'’-]*\.?)*$/u;

/** The name after a space, for a greeting; empty when it could be a message, because anyone can sign up with any name. */
export function greetingName(name: string): string {
  const plain = name.trim();
  return plain.length <= MAX_LENGTH && NAME.test(plain) ? ` ${plain}` : '';
}
