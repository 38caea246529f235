import { Icon } from './Icon.tsx';

/** Marks an offer whose pack lost content while its price stayed; nothing for all others. */
export function ShrunkBadge({ shrunk }: { shrunk: { percent: number } | undefined }) {
  if (!shrunk) return null;
  return (
    <span className="badge tone-red figures">
      <Icon name="down" /> Pack shrank {Math.round(shrunk.percent)}%
    </span>
  );
}
