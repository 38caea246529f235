/** Longer is no name to greet anybody by. */
const MAX_LENGTH = 40;
/** Letters of any script with marks, and what joins names: no digits, addresses, links or line breaks. */
const NAME = /^\p{L}[\p{L}\p{M}'’-]*\.?(?: \p{L}[\p{L}\p{M}'’-]*\.?)*$/u;

/** A name as a greeting with a space before it; empty when it could be a message, as whoever signs up chooses name and mailbox. */
export function greetingName(name: string): string {
  const plain = name.trim();
  return plain.length <= MAX_LENGTH && NAME.test(plain) ? ` ${plain}` : '';
}
