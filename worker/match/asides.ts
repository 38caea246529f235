/** Least words behind the first comma, semicolon or bar that list features; fewer may name the variant. */
const LEAST_WORDS = 5;
/** Two or three words behind 'by' that end a part of the name: 'by Dav Pilkey - Hardcover'. */
const AUTHOR =
  /\bby ((?:\p{Lu}[\p{L}.'-]*|[a-z]{3,})(?: \p{L}[\p{L}.'-]+){1,2})(?=\s*(?:$|[-–(,|:[]))/u;

/** The parts of a name that one shop adds: a list of features ('G502 Mouse, RGB, 25K Sensor, 11 Buttons') and an author. */
export function asidesOf(name: string): string[] {
  const [, ...parts] = name.split(/[,;|]\s/);
  const features = parts.join(' ');
  const isList = (features.match(/[\p{L}\d]+/gu)?.length ?? 0) >= LEAST_WORDS;
  const author = AUTHOR.exec(name)?.[1];
  return [...(isList ? [features] : []), ...(author === undefined ? [] : [author])];
}
