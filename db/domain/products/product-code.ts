/** Five capitals without a vowel, with four consonants in a row, or after three consonants that begin no English word. */
const LETTER_CODE =
  /^(?:[B-DF-HJ-NP-TV-XZ]{5,}|(?!S|[CPT]H)[B-DF-HJ-NP-TV-XZ]{3}[A-Z]{2,}|(?=.{5})[A-Z]+[B-DF-HJ-NP-TV-XZ]{4}[A-Z]*)$/;

/** True for a product code of capitals that no word resembles: 'GCPFBL' and 'MWWMI', but not 'WQHD' or 'STRIX'. */
export const isLetterCode = (text: string): boolean => LETTER_CODE.test(text);

/** Digits and capitals ('MTJV3ZA/A'), or long numbers ('486238-01', but not '2024-25'): a maker's or shop's product code. */
export const CODE =
  /^(?:(?=.*\d)(?=.*[A-Z])[A-Z0-9][A-Z0-9.-]{4,}(?:\/[A-Z])?|\d{6,}|(?=.{6})(?!20\d\d-)\d[\d.]*-[\d.-]*\d)$/;
/** A shorter number is a code where shops put codes, unless it is round ('PowerCore 10000') or a LEGO set's. */
export const SHORT_NUMBER = /^(?!\d*000$)\d{5}$/;
/** Model names that shoppers know are shorter or hyphenated: 'QN90D' and 'WH-1000XM5', but not 'TRF4100SA'. */
export const LONG_CODE = /^[A-Z0-9]{8,}$/;
