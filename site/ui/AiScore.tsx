import { searchScoreBand } from '#domain/products/score-band.ts';

/** An AI score with its band: 'AI 9.1 · Excellent'; `score10` from 0 to 10. */
export function AiScore({ score10 }: { score10: number }) {
  const { label, colour } = searchScoreBand(score10);
  return (
    <span className={`small toned tone-${colour} nowrap figures`}>
      AI {score10.toFixed(1)} · {label}
    </span>
  );
}
