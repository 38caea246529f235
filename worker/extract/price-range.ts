/** Between two prices of a range, neither of which is this article's. */
export const RANGE = /^\s*(?:-|–|—|~|to|through|until|bis|à|a|tot|do|até|hasta|till|до)\s*$/i;

/** Before the low end of a range, which is nobody's price. */
export const FROM =
  /(?<!\p{L})(?:from|starting (?:at|from)|starts (?:at|from)|as low as|starting price|ab|desde|dès|à partir de|a partire da|od)(?: only| just)?\W*$/iu;
