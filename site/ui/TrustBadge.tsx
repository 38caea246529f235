import { trustBand } from '#domain/products/score-band.ts';

/** A shop's trust score out of 10, coloured by its band. */
export function TrustBadge({ score }: { score: number }) {
  return <span className={`badge figures tone-${trustBand(score)}`}>{score.toFixed(1)}/10</span>;
}
