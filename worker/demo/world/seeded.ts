/* Deterministic randomness: every random decision of the demo shops is a pure function of seeds, equal on all machines. */

/** A 32-bit seed of a text. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return scramble(hash);
}

function scramble(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A new 32-bit seed from a seed and up to two numbers (an epoch, a question). */
export function reseed(seed: number, first: number, second = 0): number {
  return scramble(
    seed ^ scramble(first + 0x9e3779b9) ^ Math.imul(scramble(second + 0x7f4a7c15), 3),
  );
}

/** A fraction from 0 to below 1, determined by the seed and the numbers. */
export function chance(seed: number, first: number, second = 0): number {
  return reseed(seed, first, second) / 0x1_0000_0000;
}

/** An item of the list, determined by the seed and the number. */
export function pick<Item>(items: readonly Item[], seed: number, question: number): Item {
  const item = items[Math.floor(chance(seed, question) * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}
