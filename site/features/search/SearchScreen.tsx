/* The results page (spec §2): the server renders it with its results, then the browser hydrates it. */

import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { type Sort, summarise } from '#domain/products/comparison.ts';
import { pickOf } from '#domain/products/pick.ts';
import type { RankedProduct } from '#site/api/responses/search-product.ts';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { DEFAULT_VIEW, searchPath } from '#site/client/search-view.ts';
import { POPULAR_SEARCHES } from '#site/content/texts.ts';
import { FREE_SEARCHES, signUpPath } from '#site/stores/free-searches.ts';
import { $isSignedIn } from '#site/stores/session.ts';
import { DialogHost } from '#site/ui/DialogHost.tsx';
import { FailurePanel } from '#site/ui/FailurePanel.tsx';
import { Notice } from '#site/ui/Notice.tsx';
import { unitPriceText } from '#site/ui/price-text.ts';
import { QuickCompare, SummaryTiles } from './comparisons.tsx';
import { Docket } from './Docket.tsx';
import { docketsOf } from './dockets.ts';
import { Filters } from './Filters.tsx';
import { RetailerChips } from './filter-fields.tsx';
import {
  AlertPanel,
  LoadingPanel,
  NoResults,
  ShareButtons,
  StillReading,
  SuccessBanner,
} from './panels.tsx';
import { SearchBar } from './SearchBar.tsx';
import {
  ActiveChips,
  type CurrentSearch,
  InterceptedLink,
  SearchChips,
  Toolbar,
  ViewLink,
} from './SearchChips.tsx';
import { type SearchStart, useSearch } from './use-search.ts';
import './Results.css';

interface SearchScreenProps {
  start: SearchStart;
  /** The server's clock, so that server and browser render the same relative times. */
  nowMs: number;
}

export function SearchScreen({ start, nowMs }: SearchScreenProps) {
  const { query, outcome, view, isBusy, search, retry, clear, setView, showMore } =
    useSearch(start);
  return (
    <div className="search-screen">
      <SearchBar
        query={query}
        isLoading={outcome.status === 'loading'}
        suggests
        onSearch={search}
      />
      <div className="wrap stack loose page">
        {outcome.status === 'idle' && <Prompt onSearch={search} />}
        {outcome.status === 'loading' && <LoadingPanel query={query} />}
        {outcome.status === 'error' && (
          <FailurePanel
            title="Search Error"
            isPage
            {...{ query, text: outcome.text, advice: outcome.advice, onRetry: retry }}
          />
        )}
        {outcome.status === 'refused' && <Refused query={query} />}
        {outcome.status === 'success' &&
          (outcome.answer.products.length > 0 || searchPath(query, view) !== searchPath(query) ? (
            <Results
              search={{ query, view, onView: setView }}
              answer={outcome.answer}
              firstPage={outcome.firstPage}
              {...{ isBusy, nowMs }}
              onSearch={search}
              onMore={() => void showMore()}
            />
          ) : (
            <>
              <NoResults {...{ query }} answer={outcome.answer} onClear={clear} onSearch={search} />
              <SearchChips title="Popular searches" searches={POPULAR_SEARCHES} onSearch={search} />
            </>
          ))}
      </div>
      <DialogHost />
    </div>
  );
}

/** The empty state: what the page does, and searches to start with. */
function Prompt({ onSearch }: { onSearch(query: string): void }) {
  return (
    <div className="stack loose">
      <div className="stack tight">
        <h1>Search every shop at once</h1>
        <p className="lead">
          Type a product, brand or model. Prices from 50+ Australian retailers, side by side.
        </p>
      </div>
      <SearchChips title="Popular searches" searches={POPULAR_SEARCHES} onSearch={onSearch} />
    </div>
  );
}

function Refused({ query }: { query: string }) {
  return (
    <div className="stack">
      <h1 className="results-title">Prices for “{query}”</h1>
      <Notice tone="yellow" icon="info">
        You’ve used your {FREE_SEARCHES} free searches.{' '}
        <a href={signUpPath(searchPath(query))}>Sign up for a free account</a> to see these prices.
      </Notice>
      <p>
        <a className="button" href="/trending">
          See what others compare
        </a>
      </p>
    </div>
  );
}

/** Dockets that a tall screen may show at once. */
const ABOVE_FOLD = 3;

/** Why the first product is first. */
const RANKED_BY: Record<Sort, string> = {
  relevance: 'Best match for your words.',
  price: 'Lowest price.',
  unitPrice: 'Lowest price per unit.',
  drop: 'Biggest genuine drop.',
  aiScore: 'Best AI score.',
  trust: 'Most trusted shop.',
  savings: 'Furthest below the average.',
};

interface ResultsProps {
  search: CurrentSearch;
  answer: SearchAnswer;
  /** Page number of the first product shown. */
  firstPage: number;
  /** True while another view loads. */
  isBusy: boolean;
  nowMs: number;
  onSearch(query: string): void;
  onMore(): void;
}

/** Search results: one docket per product, with filters and summaries. */
function Results({ search, answer, firstPage, isBusy, nowMs, ...on }: ResultsProps) {
  const { products, total, facets, isDemoMode, crawling } = answer;
  const { query, view } = search;
  const { filters } = view;
  const clockMs = useClock(nowMs);
  const isSignedIn = useStore($isSignedIn);
  const dockets = useMemo(() => {
    const grouped = docketsOf(products, filters.retailers);
    return grouped.map((docket) =>
      isSignedIn ? { ...docket, path: `/product/${docket.id}` } : docket,
    );
  }, [products, filters, isSignedIn]);
  const offers = dockets.flatMap((docket) => docket.offers);
  const summary = summarise(offers);
  const best = dockets.find(({ offers: own }) => own.some((offer) => offer === summary.best));
  const pick = pickOf(offers);
  const unitText = unitOf(offers);
  // Shoppers can set an alert for a product that is sold out everywhere.
  const watched = best ?? dockets[0];

  return (
    <div className="results" aria-busy={isBusy}>
      <header className="results-head">
        <h1 className="results-title">
          {total.toLocaleString('en-AU')} {total === 1 ? 'product' : 'products'} for “{query}”
        </h1>
        <ActiveChips search={search} understood={answer.understood} onSearch={on.onSearch} />
        {crawling && <StillReading crawling={crawling} />}
      </header>
      <div className="summary-line">
        {dockets.length > 0 && (
          <SummaryTiles {...{ search, summary, best, total }} products={dockets.length} />
        )}
        <SuccessBanner key={query} {...{ summary, total, isDemoMode }} products={dockets.length} />
      </div>
      <Toolbar search={search} unitText={unitText} />
      <div className="options">
        <Filters search={search} facets={facets} hasUnits={unitText !== null} total={total} />
        <section className="stack" aria-labelledby="options-title">
          <div className="row spread options-head">
            <h2 id="options-title" tabIndex={-1}>
              All options
            </h2>
            <p className="muted figures" role="status">
              {shownText(dockets.length, total)}
            </p>
          </div>
          {firstPage > 1 && (
            <p>
              <a href={searchPath(query, { ...view, page: firstPage - 1 })}>Earlier products</a>
            </p>
          )}
          {dockets.length === 0 ? (
            <NoMatchingOffers search={search} />
          ) : (
            <ol className="plain-list offers">
              {dockets.map((docket, index) => (
                <li
                  key={docket.id}
                  data-product={docket.id}
                  className={index < ABOVE_FOLD ? undefined : 'below-fold'}
                >
                  <Docket
                    {...{ docket, clockMs }}
                    eager={index === 0}
                    {...(pick?.offer === docket.best && {
                      pickedFor: index === 0 ? `${RANKED_BY[view.sort]} ${pick.why}` : pick.why,
                    })}
                  />
                </li>
              ))}
            </ol>
          )}
          {view.page < answer.pages && (
            <InterceptedLink
              href={searchPath(query, { ...view, page: view.page + 1 })}
              className="button show-more"
              onFollow={on.onMore}
            >
              Show more
            </InterceptedLink>
          )}
        </section>
        <aside className="stack loose" aria-label="About these results">
          <p className="muted small">
            Prices are estimates read from the shops’ own pages; check the shop before you buy.
            {products.some(({ priceMeta }) => priceMeta?.priceSource === 'demo') &&
              ' These shops and prices are a demonstration.'}
            {products.every(({ aiScore }) => aiScore.by === 'rules') &&
              ' AI scores follow fixed rules here.'}
          </p>
          <div className="stack actions needs-script">
            {watched && <AlertPanel docket={watched} />}
            <ShareButtons query={query} summary={summary} />
          </div>
          {dockets.length > 0 && <QuickCompare dockets={dockets} />}
          {facets.shop.length > 1 && (
            <section className="stack tight needs-script" aria-labelledby="shops-title">
              <h2 id="shops-title">Shops</h2>
              <RetailerChips search={search} shops={facets.shop} />
            </section>
          )}
        </aside>
      </div>
      <SearchChips title="Related searches" searches={answer.related} onSearch={on.onSearch} />
    </div>
  );
}

/** 'per 100 g', from the first unit price; null without one. */
function unitOf(offers: readonly RankedProduct[]): string | null {
  const unitPrice = offers.find((offer) => offer.unitPrice)?.unitPrice;
  return unitPrice ? unitPriceText(unitPrice).replace(/^\S+ /, '') : null;
}

/** '24 of 60'. */
function shownText(shown: number, total: number): string {
  return `${shown.toLocaleString('en-AU')} of ${total.toLocaleString('en-AU')}`;
}

function NoMatchingOffers({ search }: { search: CurrentSearch }) {
  return (
    <div className="card stack">
      <p>No offers match these filters.</p>
      <div>
        <ViewLink search={search} change={DEFAULT_VIEW} className="button">
          Reset filters
        </ViewLink>
      </div>
    </div>
  );
}

/** Starts with the server's clock, then updates from the browser's clock once a minute. */
function useClock(nowMs: number): number {
  const [clockMs, setClockMs] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setClockMs(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return clockMs;
}
