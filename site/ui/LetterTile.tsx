/** Letter tile of a shop; decorative, beside its name. */
export function LetterTile({ name }: { name: string }) {
  const { letters, className } = letterTile(name);
  return (
    <span className={className} aria-hidden="true">
      {letters}
    </span>
  );
}

/** How many tile colours and outlines styles/docket.css has (`.tile-0` …, `.outline-0` …). */
const HUES = 6;
const OUTLINES = 4;

/** Letter tile of a shop: up to two letters, and colour and outline classes derived from the name. */
export function letterTile(name: string): { letters: string; className: string } {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['?'];
  const [first = '?', second = ''] = words;
  const letters = second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2);
  const hash = [...name].reduce(
    (sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003,
    7,
  );
  const className = `tile tile-${hash % HUES} outline-${Math.floor(hash / HUES) % OUTLINES}`;
  return { letters: letters.toUpperCase(), className };
}
