/* /trending (spec §2): timeframes, the ranked list, its states. */
import { useEffect, useState } from 'react';
import { trendingTimeAgo } from '#domain/text/time-ago.ts';
import { dataOf } from '#site/client/api.ts';
import { ApiError } from '#site/client/api-error.ts';
import { faultAdvice } from '#site/client/fault-advice.ts';
import { searchPath } from '#site/client/search-view.ts';
import { restoreSession } from '#site/stores/session.ts';
import { Icon } from '#site/ui/Icon.tsx';
import type { IconName } from '#site/ui/icon-names.ts';
import { EmptyPanel, FailurePanel } from '#site/ui/panels.tsx';
import { useCall } from '#site/ui/use-call.ts';

/** Rows with a medal and a HOT tag (spec §9). */
const HOT_ROWS = 3;
const NAMES: Record<Timeframe, string> = {
  '1d': 'Last 24 hours',
  '7d': '7 days',
  '30d': '30 days',
};

/** The whole island. */
export function TrendingScreen() {
  const [timeframe, setTimeframe] = useState<Timeframe>(DEFAULT_TIMEFRAME);
  const { state, run } = useCall(() => trendingSearches(timeframe), timeframe);
  useEffect(restoreSession, []);
  return (
    <div className="stack loose">
      <fieldset className="tabs timeframes">
        <legend className="visually-hidden">Timeframe</legend>
        {TIMEFRAMES.map((frame) => (
          <button
            key={frame}
            type="button"
            className="chip"
            aria-pressed={frame === timeframe}
            onClick={() => setTimeframe(frame)}
          >
            {NAMES[frame]}
          </button>
        ))}
      </fieldset>
      {state.status === 'loading' && <Skeleton />}
      {state.status === 'error' && (
        <FailurePanel
          text={failureText(state.fault)}
          advice={faultAdvice(state.fault)}
          onRetry={() => void run()}
        />
      )}
      {state.status === 'success' && state.data.length === 0 && (
        <EmptyPanel
          title="Nothing trending yet"
          text="No one has searched in this time. Be the first."
        >
          <a className="button primary" href="/">
            Start a search
          </a>
        </EmptyPanel>
      )}
      {state.status === 'success' && state.data.length > 0 && (
        <ol className="plain-list trending">
          {state.data.map((row, index) => (
            <Row key={row.query} row={row} rank={index + 1} topScore={topScore(state.data)} />
          ))}
        </ol>
      )}
    </div>
  );
}

/** Spec §8: the server refused, or could not be reached. */
function failureText(fault: unknown): string {
  return fault instanceof ApiError && fault.status === 0
    ? 'Unable to fetch trending searches'
    : 'Failed to load trending searches';
}

/** The score that fills a whole bar; never 0. */
function topScore(rows: readonly TrendingSearch[]): number {
  return Math.max(...rows.map((row) => row.trendingScore), Number.MIN_VALUE);
}

interface RowProps {
  row: TrendingSearch;
  rank: number;
  topScore: number;
}

function Row({ row, rank, topScore }: RowProps) {
  const isHot = rank <= HOT_ROWS;
  return (
    <li>
      <a href={searchPath(row.query)}>
        <span className={`rank medal-${isHot ? rank : 'none'}`}>
          {isHot && <Icon name="medal" />}
          <span className="price inline">{rank}</span>
        </span>
        <Icon name={topicIcon(row.query)} />
        <span className="trending-words">
          <span>
            <strong>{row.query}</strong>{' '}
            {isHot && (
              <span className="badge tone-red">
                <Icon name="flame" /> HOT
              </span>
            )}
          </span>
          <span className="muted small figures">
            <span className="nowrap">{row.searchCount.toLocaleString('en-AU')} searches ·</span>{' '}
            <span className="nowrap">{row.uniqueUsers.toLocaleString('en-AU')} users ·</span>{' '}
            {row.avgResults > 0 && (
              <>
                <span className="nowrap">
                  {Math.round(row.avgResults)} results on average ·
                </span>{' '}
              </>
            )}
            <span className="nowrap">
              {trendingTimeAgo(Date.parse(row.lastSearched), Date.now())}
            </span>
          </span>
        </span>
        <span className="trending-score">
          <span className="price inline">{row.trendingScore.toFixed(1)}</span>
          <span className="muted small">score</span>
        </span>
        <svg
          className="trending-bar"
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect className="whole" width="100" height="1" />
          <rect className="reach" width={(100 * row.trendingScore) / topScore} height="1" />
        </svg>
      </a>
    </li>
  );
}

function Skeleton() {
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">Loading</span>
      {['first', 'second', 'third', 'fourth', 'fifth'].map((row) => (
        <div key={row} className="skeleton trending-shape" aria-hidden="true" />
      ))}
    </div>
  );
}

/** First match wins. */
const TOPICS: [RegExp, IconName][] = [
  [/phone|galaxy|pixel|mobile/, 'phone'],
  [/laptop|macbook|notebook|computer|\bpc\b/, 'laptop'],
  [/shoe|sneaker|boot|runner|nike|adidas/, 'shoe'],
  [/watch/, 'watch'],
  [/coffee|espresso|kettle|tea\b/, 'coffee'],
  [/\btv\b|television|monitor|oled/, 'tv'],
  [/playstation|xbox|switch|game|lego|toy/, 'game'],
  [/book|novel|kindle/, 'book'],
  [/fridge|washer|vacuum|fryer|sofa|bed|home/, 'home'],
  [/milk|bread|nappies|grocer|cereal|snack|chocolate/, 'basket'],
];

/** The drawing that suits a query, guessed from its words (spec §2, trending). */
export function topicIcon(query: string): IconName {
  const words = query.toLowerCase();
  return TOPICS.find(([pattern]) => pattern.test(words))?.[1] ?? 'tag';
}

/** Spec §9. */
const TRENDING_LIMIT = 20;
const TIMEFRAMES = ['1d', '7d', '30d'] as const;
type Timeframe = (typeof TIMEFRAMES)[number];
const DEFAULT_TIMEFRAME: Timeframe = '7d';

/** Trending search (spec §3). */
export interface TrendingSearch {
  query: string;
  searchCount: number;
  uniqueUsers: number;
  avgResults: number;
  lastSearched: string;
  trendingScore: number;
}

function trendingSearches(timeframe: Timeframe): Promise<TrendingSearch[]> {
  return dataOf((api) => api.search.trending.$get({ query: { timeframe, limit: TRENDING_LIMIT } }));
}
