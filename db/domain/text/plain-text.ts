/** Lower case, no accents, inch marks as 'inch', apostrophes dropped: the one form in which texts are compared. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/(\d)\s*(?:["”″]|'')/g, '$1 inch ')
    .replace(/['’`´]/g, '')
    .toLowerCase();
}
