import { searchTimeAgo } from '#domain/text/search-time-ago.ts';

/** Relative time in a <time> element. */
export function Ago({ at, nowMs }: { at: string; nowMs: number }) {
  return (
    <time dateTime={at} className="nowrap">
      {searchTimeAgo(Date.parse(at), nowMs)}
    </time>
  );
}
