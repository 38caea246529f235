/** Five capitals without a vowel, or after three consonants that begin no English word. */
const LETTER_CODE = /^(?:[B-DF-HJ-NP-TV-XZ]{5,}|(?!S|[CPT]H)[B-DF-HJ-NP-TV-XZ]{3}[A-Z]{2,})$/;

/** True for a product code of capitals that no word resembles: 'GCPFBL' and 'MWWMI', but not 'WQHD' or 'STRIX'. */
export const isLetterCode = (text: string): boolean => LETTER_CODE.test(text);
