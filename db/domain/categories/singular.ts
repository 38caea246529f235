/**
 * An English word as it stands for one thing, as far as its ending tells: 'nappies' → 'nappy', 'tomatoes' → 'tomato'. Singulars that end
 * in -ie get a -y as their plurals do ('cookie', 'cookies' → 'cooky'): for comparing, not for reading.
 */
export function singularOf(word: string): string {
  if ((word.length < 4 && !word.endsWith('ie')) || /(?:ss|us|is)$/.test(word)) return word;
  return word.replace(/(?<=ss|sh|ch|x|zz|to)es$|s$/, '').replace(/ie$/, 'y');
}
