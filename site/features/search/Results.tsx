/* The search results: one docket per product, with filters and summaries. */
import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { countText } from '#domain/count-text.ts';
import { pickOf } from '#domain/products/pick.ts';
import { counted } from '#domain/text/counted.ts';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { answeredSort, DEFAULT_VIEW, SORT_FACTS, searchPath } from '#site/client/search-view.ts';
import { $isSignedIn } from '#site/stores/session.ts';
import { InterceptedLink } from '#site/ui/InterceptedLink.tsx';
import { QuickCompare, SummaryTiles } from './comparisons.tsx';
import { Docket } from './Docket.tsx';
import { docketsOf, usualUnit } from './dockets.ts';
import { Filters } from './Filters.tsx';
import { RetailerChips } from './filter-fields.tsx';
import { AlertPanel, ShareButtons, StillReading, SuccessBanner, WatchPanel } from './panels.tsx';
import { ActiveChips, type CurrentSearch, SearchChips, Toolbar, ViewLink } from './SearchChips.tsx';
import './Results.css';

/** Dockets that a tall screen may show at once. */
const ABOVE_FOLD = 3;

interface ResultsProps {
  search: Omit<CurrentSearch, 'sort'>;
  answer: SearchAnswer;
  /** Page number of the first product shown. */
  firstPage: number;
  /** True while another view loads. */
  isBusy: boolean;
  nowMs: number;
  onMore(): void;
}

export function Results({ search: asked, answer, firstPage, isBusy, nowMs, onMore }: ResultsProps) {
  const { products, total, similar, facets, summary, isDemoMode, crawling } = answer;
  const search = { ...asked, sort: answeredSort(asked.view, answer.order) };
  const { query, view, sort } = search;
  const { filters } = view;
  /** The query that the products are for. */
  const answered = answer.understood.correctedTo ?? query;
  // Starts with the server's clock, so that server and browser render the same text.
  const [clockMs, setClockMs] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setClockMs(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  const isSignedIn = useStore($isSignedIn);
  const dockets = useMemo(() => {
    const grouped = docketsOf(products, filters.shops);
    return grouped.map((docket) =>
      isSignedIn ? { ...docket, path: `/product/${docket.id}` } : docket,
    );
  }, [products, filters, isSignedIn]);
  const firstSimilar = dockets.findIndex(({ isSimilar }) => isSimilar);
  // The pick is of the products that match, never of similar ones.
  const matching = firstSimilar >= 0 ? dockets.slice(0, firstSimilar) : dockets;
  const offers = matching.flatMap((docket) => docket.offers);
  // Better matches than those of a later page are on the earlier ones.
  const pick = firstPage > 1 ? null : pickOf(offers);
  const unitText = usualUnit(matching);
  // Shoppers can set an alert for a product that is sold out everywhere.
  const watched =
    dockets.find(({ offers: own }) => own.includes(pick?.offer ?? own[0])) ?? dockets[0];
  const firstOther = sort === 'aiScore' ? matching.findIndex(({ best }) => !best.isTheThing) : 0;

  return (
    <div className="results stack tight" aria-busy={isBusy}>
      <header className="results-head stack tight">
        <h1 className="results-title">
          {firstSimilar === 0
            ? counted(similar, 'similar product')
            : counted(total - similar, 'product')}{' '}
          for “{answered}”
          {similar > 0 && firstSimilar !== 0 && ` and ${countText(similar)} similar`}
        </h1>
        <ActiveChips search={search} understood={answer.understood} />
        {crawling && <StillReading crawling={crawling} />}
      </header>
      <div className="summary-line">
        {matching[0] && (
          <>
            <SummaryTiles search={search} summary={summary} />
            <SuccessBanner key={query} summary={summary} isDemoMode={isDemoMode} />
          </>
        )}
      </div>
      <Toolbar search={search} unitText={unitText} />
      <div className="options stack">
        <Filters search={search} facets={facets} hasUnits={unitText !== null} total={total} />
        <section className="stack" aria-labelledby="options-title">
          <div className="row spread options-head">
            <h2 id="options-title" className="h3" tabIndex={-1}>
              All options
            </h2>
            <p className="muted figures" role="status">
              {countText(dockets.length)} of {countText(total)}
            </p>
          </div>
          {firstPage > 1 && (
            <p>
              <a href={searchPath(query, { ...view, page: firstPage - 1 })}>Earlier products</a>
            </p>
          )}
          {dockets.length === 0 ? (
            <div className="card stack">
              <p>No offers match these filters.</p>
              <div>
                <ViewLink search={search} change={DEFAULT_VIEW} className="button">
                  Reset filters
                </ViewLink>
              </div>
            </div>
          ) : (
            <ol className="plain-list offers">
              {dockets.map((docket, index) => (
                <li
                  key={docket.id}
                  id={docket.id}
                  data-product={docket.id}
                  className={index < ABOVE_FOLD ? undefined : 'below-fold'}
                >
                  {index > 0 && index === firstOther && (
                    <h3 className="similar-title">Other kinds</h3>
                  )}
                  {index === matching.length && <h3 className="similar-title">Similar products</h3>}
                  <Docket
                    docket={docket}
                    clockMs={clockMs}
                    eager={index === 0}
                    {...(pick?.offer === docket.best && {
                      pickedFor: index === 0 ? `${SORT_FACTS[sort].why} ${pick.why}` : pick.why,
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
              onFollow={onMore}
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
            <WatchPanel key={searchPath(query, view)} query={query} view={view} />
            <ShareButtons query={answered} summary={summary} />
          </div>
          {matching.length > 1 && <QuickCompare dockets={matching} />}
          {facets.shop.length > 1 && (
            <section className="stack tight needs-script" aria-labelledby="shops-title">
              <h2 className="h3" id="shops-title">
                Shops
              </h2>
              <RetailerChips search={search} shops={facets.shop} />
            </section>
          )}
        </aside>
      </div>
      <SearchChips title="Related searches" searches={answer.related} onSearch={search.onSearch} />
    </div>
  );
}
