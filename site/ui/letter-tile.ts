/** How many tile colours styles/docket.css has (`.tile-0` …). */
const HUES = 6;

/** A shop's mark, drawn by us: up to two letters and a colour that is always the same for a name. */
export function letterTile(name: string): { letters: string; hue: number } {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['?'];
  const [first = '?', second = ''] = words;
  const letters = second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2);
  const sum = [...name].reduce((total, char) => total + (char.codePointAt(0) ?? 0), 0);
  return { letters: letters.toUpperCase(), hue: sum % HUES };
}
