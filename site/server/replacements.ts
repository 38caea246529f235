/** Pairs of values from the build (origin, email addresses) and their replacements at this site. */
export type Replacements = readonly (readonly [built: string, here: string])[];

/** The pairs that differ. If `here` is null or undefined, the built value stays. */
export function replacementsOf(
  pairs: readonly (readonly [built: string, here: string | null | undefined])[],
): Replacements {
  return pairs.flatMap(([built, here]) => (here && here !== built ? [[built, here]] : []));
}

/** Applies the replacements; returns `body` itself if nothing needs replacing. */
export function withReplacements<Body extends string | Buffer>(
  body: Body,
  replacements: Replacements,
): Body | string {
  const found = replacements.filter(([built]) => body.includes(built));
  if (found.length === 0) return body;
  return found.reduce((text, [built, here]) => text.replaceAll(built, () => here), body.toString());
}
