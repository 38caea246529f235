/*
 * The weights of printed amounts; those of sources and of doubts: rank/rank.ts.
 */

/** Which of the printed amounts is the product's price; below 0 none is. */
export const PRINTED = {
  /** Its author calls its place a price. */
  labelled: 2,
  /** Its words or markup say that it is today's. */
  named: 1,
  mainPlace: 1,
  currency: 0.3,
  /** It is called an old price, or that of a dozen. */
  old: -1.5,
  sentence: -1.5,
  namedSentence: -2.5,
  behindHeading: 1.5,
  beforeHeading: 0.3,
  nearButton: 1.5,
  beforeButton: 0.5,
} as const;
