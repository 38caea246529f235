import { trustBand } from '#domain/products/score-band.ts';
import { Icon } from './Icon.tsx';

/** A shop's trust score out of 10, coloured by its band. */
export function Trust({ score }: { score: number }) {
  return (
    <span className={`trust toned nowrap figures tone-${trustBand(score)}`}>
      <Icon name="shield" /> Trust {score.toFixed(1)}/10
    </span>
  );
}

/** The score alone, for use under a "Trust" heading. */
export function TrustBadge({ score }: { score: number }) {
  return <span className={`badge figures tone-${trustBand(score)}`}>{score.toFixed(1)}/10</span>;
}
