/** How many entries of two lists, or characters of two texts, are the same from the beginning. */
export function commonStart(left: ArrayLike<unknown>, right: ArrayLike<unknown>): number {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (length < most && left[length] === right[length]) length += 1;
  return length;
}
