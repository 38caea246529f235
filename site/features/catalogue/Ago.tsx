import { searchTimeAgo } from '#domain/text/search-time-ago.ts';

/** How long ago, with the moment itself for machines. */
export function Ago({ at, nowMs }: { at: string; nowMs: number }) {
  return (
    <time dateTime={at} className="nowrap">
      {searchTimeAgo(Date.parse(at), nowMs)}
    </time>
  );
}
