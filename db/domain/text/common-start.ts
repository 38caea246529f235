/** The number of leading entries of two lists, or characters of two texts, that are equal. */
export function commonStart(left: ArrayLike<unknown>, right: ArrayLike<unknown>): number {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (length < most && left[length] === right[length]) length += 1;
  return length;
}
