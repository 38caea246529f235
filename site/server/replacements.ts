/**
 * What the build wrote for want of knowing, and what holds where it is served: the site's origin, whom to write to.
 * An image that was built once may so be served anywhere.
 */
export type Replacements = readonly (readonly [built: string, here: string])[];

/** The pairs that differ; `here` null: not set, as built. */
export function replacementsOf(
  pairs: readonly (readonly [built: string, here: string | null | undefined])[],
): Replacements {
  return pairs.flatMap(([built, here]) => (here && here !== built ? [[built, here]] : []));
}

/** `body` with these replacements made; itself when there is nothing to replace. */
export function withReplacements<Body extends string | Buffer>(
  body: Body,
  replacements: Replacements,
): Body | string {
  const found = replacements.filter(([built]) => body.includes(built));
  if (found.length === 0) return body;
  return found.reduce((text, [built, here]) => text.replaceAll(built, () => here), body.toString());
}
