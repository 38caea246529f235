import { Icon } from './Icon.tsx';

const STARS = [1, 2, 3, 4, 5];

/** Five stars, the average and the count; a sentence without ratings. */
export function DetailRating({ average, count }: { average: number; count: number }) {
  if (!average) return <span className="muted">No ratings yet</span>;
  return (
    <span className="row stars figures">
      <span className="row" aria-hidden="true">
        {STARS.map((star) => (
          <span key={star} className={star <= Math.round(average) ? 'star on' : 'star'}>
            <Icon name="star" />
          </span>
        ))}
      </span>
      <span>
        {average.toFixed(1)} of 5 <span className="muted">({count.toLocaleString('en-AU')})</span>
      </span>
    </span>
  );
}
