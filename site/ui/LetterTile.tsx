import { letterTile } from '#site/ui/letter-tile.ts';

/** Letter tile of a shop; decorative, beside its name. */
export function LetterTile({ name }: { name: string }) {
  const { letters, className } = letterTile(name);
  return (
    <span className={className} aria-hidden="true">
      {letters}
    </span>
  );
}
