const MAX_TEXT_LENGTH = 2_000;

/** Text as matching compares it: lower case, without accents, language tags ("…"@en) and thousands commas. */
export function comparableText(text: string): string {
  return text
    .slice(0, MAX_TEXT_LENGTH)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/"@[a-z]{2}(?:-[a-z]{2,4})?(?![a-z])/g, '" ')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/[’`´]/g, "'");
}
