/** Values that the build assumed (origin, email addresses), with those of the site that serves it. */
export type Replacements = readonly (readonly [built: string, here: string])[];

/** The pairs that differ; where `here` is null or undefined the built value stays. */
export function replacementsOf(
  pairs: readonly (readonly [built: string, here: string | null | undefined])[],
): Replacements {
  return pairs.flatMap(([built, here]) => (here && here !== built ? [[built, here]] : []));
}

/** `body` with these replacements made; `body` itself when there is nothing to replace. */
export function withReplacements<Body extends string | Buffer>(
  body: Body,
  replacements: Replacements,
): Body | string {
  const found = replacements.filter(([built]) => body.includes(built));
  if (found.length === 0) return body;
  return found.reduce((text, [built, here]) => text.replaceAll(built, () => here), body.toString());
}
