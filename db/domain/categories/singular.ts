/**
 * The singular of an English word, as far as its ending shows: 'nappies' → 'nappy', 'tomatoes' → 'tomato'. Singulars in -ie get a -y, as
 * their plurals do ('cookie', 'cookies' → 'cooky'), so results are for comparing, not for display.
 */
export function singularOf(word: string): string {
  if ((word.length < 4 && !word.endsWith('ie')) || /(?:ss|us|is)$/.test(word)) return word;
  return word.replace(/(?<=ss|sh|ch|x|zz|to)es$|s$/, '').replace(/ie$/, 'y');
}
