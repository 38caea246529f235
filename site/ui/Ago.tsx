import { searchTimeAgo } from '#domain/text/search-time-ago.ts';

/** Relative time in a <time> element. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} className="nowrap">
      {searchTimeAgo(Date.parse(at), Date.now())}
    </time>
  );
}
