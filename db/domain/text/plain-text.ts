/** Lower case, no accents, inch marks as 'inch', apostrophes dropped: the one form for comparing texts. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/(\d)\s*(?:["”″]|'')/g, '$1 inch ')
    .replace(/['’`´]/g, '')
    .toLowerCase();
}
