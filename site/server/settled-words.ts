/**
 * What the build wrote for want of knowing, and what holds where it is served: the site's origin, whom to write to.
 * An image that was built once may so be served anywhere.
 */
export type SettledWords = readonly (readonly [built: string, here: string])[];

/** The pairs that differ; `here` null: not set, as built. */
export function wordsToSettle(
  pairs: readonly (readonly [built: string, here: string | null | undefined])[],
): SettledWords {
  return pairs.flatMap(([built, here]) => (here && here !== built ? [[built, here]] : []));
}

/** `body` with these words in place; itself when it has none of them. */
export function settle<Body extends string | Buffer>(
  body: Body,
  words: SettledWords,
): Body | string {
  const found = words.filter(([built]) => body.includes(built));
  if (found.length === 0) return body;
  return found.reduce((text, [built, here]) => text.replaceAll(built, () => here), body.toString());
}
