import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';

/** Search results: 'just now', '5m ago', '2h ago', '3d ago'. A moment in the future is 'just now'. */
export function searchTimeAgo(thenMs: number, nowMs: number): string {
  const age = nowMs - thenMs;
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}m ago`;
  return age < DAY_MS ? `${Math.floor(age / HOUR_MS)}h ago` : `${Math.floor(age / DAY_MS)}d ago`;
}
