import { letterTile } from '#site/ui/letter-tile.ts';

/** A shop's mark; its name always stands beside it. */
export function LetterTile({ name }: { name: string }) {
  const { letters, className } = letterTile(name);
  return (
    <span className={className} aria-hidden="true">
      {letters}
    </span>
  );
}
