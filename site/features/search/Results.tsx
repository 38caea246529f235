import { useEffect, useMemo, useState } from 'react';
import { isGone } from '#domain/offers/availability.ts';
import {
  applyFilters,
  type Comparable,
  type ComparisonSummary,
  DEFAULT_SORT,
  relatedSearches,
  sortBy,
  summarise,
} from '#domain/products/comparison.ts';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { DEFAULT_VIEW, type SearchView } from '#site/client/search-view.ts';
import { FigureTiles } from '#site/ui/FigureTiles.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import type { IconName } from '#site/ui/icon-names.ts';
import { Notice } from '#site/ui/Notice.tsx';
import { audText } from '#site/ui/price-text.ts';
import { AlertPanel } from './AlertPanel.tsx';
import { PriceLadder, QuickCompare } from './comparisons.tsx';
import { Filters, RetailerChips } from './Filters.tsx';
import { OfferRow, TopPick } from './offers.tsx';
import { SuccessBanner } from './panels.tsx';
import { SearchChips, Understood } from './SearchChips.tsx';
import { ShareButtons } from './ShareButtons.tsx';

interface ResultsProps {
  query: string;
  answer: SearchAnswer;
  view: SearchView;
  nowMs: number;
  onView(view: SearchView): void;
  onSearch(query: string): void;
}

/** An answer with products: the overview above, all options with sort and filters below. */
export function Results({ query, answer, view, nowMs, onView, onSearch }: ResultsProps) {
  const { products, isDemoMode, crawling } = answer;
  const clockMs = useClock(nowMs);
  const summary = useMemo(() => summarise(products), [products]);
  const ranked = useMemo(() => sortBy(products, DEFAULT_SORT), [products]);
  const shown = useMemo(
    () => sortBy(applyFilters(products, view.filters), view.sort),
    [products, view],
  );
  const pick =
    ranked.find(({ canBuy }) => canBuy) ?? ranked.find(({ availability }) => !isGone(availability));
  const best = summary.best;
  // What is sold out everywhere can be waited for.
  const watched = best ?? sortBy(products, 'price')[0];

  return (
    <>
      <header className="stack tight">
        <h1 className="results-title">
          {products.length} {products.length === 1 ? 'price' : 'prices'} for “{query}”
        </h1>
        <Understood query={query} understood={answer.understood} onSearch={onSearch} />
        <p className="muted small">
          Prices are estimates read from the shops’ own pages; check the shop before you buy.
          {products.some(({ priceMeta }) => priceMeta?.priceSource === 'demo') &&
            ' These shops and prices are a demonstration.'}
        </p>
        <p className="to-options">
          <a className="reach" href="#options-title">
            Straight to all options
          </a>
        </p>
        {crawling && (
          <Notice tone="blue" icon="refresh" role="status">
            Results still arriving: {crawling.checked.toLocaleString('en-AU')} of{' '}
            {crawling.pages.toLocaleString('en-AU')} pages read so far.
          </Notice>
        )}
      </header>
      <SuccessBanner
        key={query}
        count={products.length}
        best={best && `${audText(best.currentPrice)} at ${best.retailer.name}`}
        isDemoMode={isDemoMode}
      />
      <SummaryTiles summary={summary} />
      <div className="overview">
        {pick && <TopPick product={pick} averagePrice={summary.averagePrice} clockMs={clockMs} />}
        <div className="stack">
          <PriceLadder products={products} />
          <div className="stack actions needs-script">
            {watched && <AlertPanel query={query} best={watched} />}
            <ShareButtons query={query} summary={summary} />
          </div>
        </div>
      </div>
      <QuickCompare products={ranked} />
      <section className="options" aria-labelledby="options-title">
        <div className="row spread options-head">
          <h2 id="options-title" tabIndex={-1}>
            All options
          </h2>
          <p className="muted figures" role="status">
            {shown.length} of {products.length}
          </p>
        </div>
        <Filters query={query} products={products} view={view} onView={onView} />
        <div className="stack">
          <RetailerChips products={products} view={view} onView={onView} />
          {shown.length === 0 ? (
            <div className="card stack">
              <p>No offer passes these filters.</p>
              <div>
                <button
                  type="button"
                  className="button"
                  onClick={() => {
                    document.getElementById('options-title')?.focus();
                    onView(DEFAULT_VIEW);
                  }}
                >
                  Reset filters
                </button>
              </div>
            </div>
          ) : (
            <ol className="plain-list offers">
              {shown.map((product, index) => (
                <OfferRow
                  key={product.offerId}
                  product={product}
                  averagePrice={summary.averagePrice}
                  clockMs={clockMs}
                  eager={index < 2}
                />
              ))}
            </ol>
          )}
        </div>
      </section>
      <SearchChips
        title="Related searches"
        searches={relatedSearches(query, products)}
        onSearch={onSearch}
      />
      <TrustBlock />
    </>
  );
}

/** The server's clock at first, then the shopper's own, once a minute. */
function useClock(nowMs: number): number {
  const [clockMs, setClockMs] = useState(nowMs);
  useEffect(() => {
    setClockMs(Date.now());
    const timer = setInterval(() => setClockMs(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return clockMs;
}

/** Four figures: how many prices, the best, the average, the most that can be saved. */
function SummaryTiles({ summary }: { summary: ComparisonSummary<Comparable> }) {
  const { count, best, bestPrice, averagePrice, maxSaving } = summary;
  return (
    <FigureTiles
      marksFirst
      figures={[
        {
          label: 'Best price',
          value: bestPrice === null ? '–' : audText(bestPrice),
          note: best?.retailer.name,
        },
        {
          label: 'Average price',
          value: averagePrice === null ? '–' : audText(averagePrice),
          note: 'of all offers',
        },
        { label: 'You could save', value: audText(maxSaving), note: 'against the average' },
        { label: 'Prices compared', value: count, note: 'right now' },
      ]}
    />
  );
}

const POINTS: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'shield',
    title: 'No paid places',
    text: 'Shops cannot buy a rank. Score, price and trust decide, and you choose which.',
  },
  {
    icon: 'refresh',
    title: 'Read every 2 hours',
    text: 'Prices come from the shops’ own pages. Each shows when it was last read.',
  },
  {
    icon: 'external',
    title: 'You buy from the shop',
    text: 'We never take payment. Every link opens the retailer’s own site.',
  },
];

/** Why the list can be believed. */
function TrustBlock() {
  return (
    <section className="trust-block" aria-label="Why you can trust these results">
      {POINTS.map(({ icon, title, text }) => (
        <div key={title} className="stack tight">
          <h3>
            <Icon name={icon} /> {title}
          </h3>
          <p className="muted">{text}</p>
        </div>
      ))}
    </section>
  );
}
