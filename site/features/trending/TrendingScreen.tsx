/* /trending (spec §2): timeframes, the ranked list, its states. */
import { useEffect, useState } from 'react';
import { counted } from '#domain/text/counted.ts';
import { trendingTimeAgo } from '#domain/text/time-ago.ts';
import { dataOf } from '#site/client/api.ts';
import { ApiError } from '#site/client/api-error.ts';
import { searchPath } from '#site/client/search-view.ts';
import { restoreSession } from '#site/stores/session.ts';
import { Choices } from '#site/ui/Choices.tsx';
import { categoryIcon } from '#site/ui/category-icon.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { Picture } from '#site/ui/Picture.tsx';
import { EmptyPanel, Loaded, Skeletons } from '#site/ui/panels.tsx';
import { audText } from '#site/ui/price-text.ts';
import { useCall } from '#site/ui/use-call.ts';

/** Rows with a medal and a HOT tag (spec §9). */
const HOT_ROWS = 3;
/** Spec §9. */
const LIMIT = 20;
const TIMEFRAMES = [
  ['1d', 'Last 24 hours'],
  ['7d', '7 days'],
  ['30d', '30 days'],
] as const;
type Timeframe = (typeof TIMEFRAMES)[number][0];

const trendingSearches = (timeframe: Timeframe) =>
  dataOf((api) => api.search.trending.$get({ query: { timeframe, limit: LIMIT } }));

export type TrendingSearch = Awaited<ReturnType<typeof trendingSearches>>[number];

/** Default timeframe, rendered by the server (spec §9). */
export const FIRST_TIMEFRAME = '7d';

/** The trending island; `start` is the server-rendered list, null when the server could not load it. */
export function TrendingScreen({ start }: { start: TrendingSearch[] | null }) {
  const [timeframe, setTimeframe] = useState<Timeframe>(FIRST_TIMEFRAME);
  const call = useCall(() => trendingSearches(timeframe), timeframe, start);
  const loading = <Skeletons count={5} shape="trending-shape" className="stack" />;
  useEffect(restoreSession, []);
  return (
    <div className="stack loose">
      <Choices<Timeframe>
        label="Timeframe"
        choices={TIMEFRAMES}
        chosen={timeframe}
        className="timeframes"
        onChoose={setTimeframe}
      />
      <Loaded call={call} loading={loading} failure={failureText}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyPanel
              title="Nothing trending yet"
              text="No searches in this period. Be the first."
              action="Start a search"
              href="/"
            />
          ) : (
            <ol className="plain-list trending">
              {rows.map((row, index) => (
                <Row key={row.query} row={row} rank={index + 1} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </div>
  );
}

/** Spec §8: the server refused, or could not be reached. */
function failureText(fault: unknown): string {
  return fault instanceof ApiError && fault.status === 0
    ? 'Unable to fetch trending searches'
    : 'Failed to load trending searches';
}

function Row({ row, rank }: { row: TrendingSearch; rank: number }) {
  const isHot = rank <= HOT_ROWS;
  const { product } = row;
  return (
    <li>
      <a href={searchPath(row.query)}>
        <span className={`rank medal-${isHot ? rank : 'none'}`}>
          {isHot && <Icon name="medal" />}
          <span className="price inline">{rank}</span>
        </span>
        <Picture src={product?.imageUrl ?? ''} sizes="4rem" />
        <span className="trending-words">
          <span className="trending-query">
            <Icon name={categoryIcon(row.category)} /> <strong>{row.query}</strong>{' '}
            {isHot && (
              <span className="badge tone-red">
                <Icon name="flame" /> HOT
              </span>
            )}
          </span>
          {product && <span className="small">{product.name}</span>}
          <span className="muted small figures" suppressHydrationWarning>
            {factsOf(row)}
          </span>
        </span>
        {product && <Price {...product} />}
      </a>
    </li>
  );
}

/** '29 searches · 27 users · 50 results on average · 8 minutes ago · score 58.4', with the result count only above 0 (spec §2). */
function factsOf(row: TrendingSearch): string {
  return [
    counted(row.searchCount, 'search', 'searches'),
    counted(row.uniqueUsers, 'user'),
    row.avgResults > 0 && `${counted(Math.round(row.avgResults), 'result')} on average`,
    trendingTimeAgo(Date.parse(row.lastSearched), Date.now()),
    `score ${row.trendingScore.toFixed(1)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Price({ price, weekPercent }: NonNullable<TrendingSearch['product']>) {
  return (
    <span className="trending-price figures">
      <span>
        <span className="muted small">from</span> <span className="price">{audText(price)}</span>
      </span>
      {weekPercent ? (
        <span className={`row tight small toned tone-${weekPercent < 0 ? 'green' : 'red'}`}>
          <Icon name={weekPercent < 0 ? 'down' : 'up'} /> {Math.abs(weekPercent)}%{' '}
          {weekPercent < 0 ? 'down' : 'up'} this week
        </span>
      ) : null}
    </span>
  );
}
