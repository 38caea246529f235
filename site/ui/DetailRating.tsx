import { countText } from '#domain/count-text.ts';
import { Icon } from './Icon.tsx';

const STARS = [1, 2, 3, 4, 5];

/** Five stars filled to the nearest half, the average and the count; a sentence without ratings. */
export function DetailRating({ average, count }: { average: number; count: number }) {
  if (!average) return <span className="muted">No ratings yet</span>;
  const halves = Math.round(average * 2);
  return (
    <span className="row stars figures">
      <span className="row" aria-hidden="true">
        {STARS.map((star) => (
          <span key={star} className={star * 2 <= halves ? 'star on' : 'star'}>
            <Icon name="star" />
            {star * 2 - 1 === halves && (
              <span className="star on half">
                <Icon name="star" />
              </span>
            )}
          </span>
        ))}
      </span>
      <span>
        {average.toFixed(1)} of 5 <span className="muted">({countText(count)})</span>
      </span>
    </span>
  );
}
