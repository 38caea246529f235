import { letterTile } from '#site/ui/letter-tile.ts';

/** A shop's mark; its name always stands beside it. */
export function LetterTile({ name }: { name: string }) {
  const { letters, hue } = letterTile(name);
  return (
    <span className={`tile tile-${hue}`} aria-hidden="true">
      {letters}
    </span>
  );
}
