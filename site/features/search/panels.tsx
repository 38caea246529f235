import { lazy, Suspense, useEffect, useState } from 'react';
import { shareText } from '#domain/products/comparison.ts';
import { counted } from '#domain/text/counted.ts';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import type { SearchView } from '#site/client/search-view.ts';
import { SITE_NAME } from '#site/content/texts.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { InterceptedLink } from '#site/ui/InterceptedLink.tsx';
import type { IconName } from '#site/ui/icon-names.ts';
import { audText } from '#site/ui/price-text.ts';
import { useCopy } from '#site/ui/use-copy.ts';
import { Docket } from './Docket.tsx';
import { type Docket as DocketFacts, docketsOf } from './dockets.ts';
import type { PanelFormProps } from './PanelForm.tsx';
import { SearchLink } from './SearchChips.tsx';

export function LoadingPanel({ query }: { query: string }) {
  return (
    <div className="results stack tight" role="status">
      <h1 className="panel-title">Asking the shops for “{query}”…</h1>
      <div className="skeleton summary-shape" aria-hidden="true" />
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className="skeleton docket-shape" aria-hidden="true" />
      ))}
    </div>
  );
}

interface NoResultsProps {
  query: string;
  answer: SearchAnswer;
  nowMs: number;
  onClear(): void;
  onSearch(query: string): void;
}

/** The no-results panel, with the nearest alternative and its products. */
export function NoResults({ query, answer, nowMs, onClear, onSearch }: NoResultsProps) {
  const { nearest, crawling } = answer;
  const dockets = docketsOf(nearest?.products ?? [], []);
  return (
    <div className="empty" role="status">
      <div className="drawing empty-shelf" />
      <h1 className="panel-title">No related products found</h1>
      {nearest ? (
        <p>
          No products match all of “{query}”.{' '}
          <SearchLink query={nearest.query} className="" onSearch={onSearch}>
            “{nearest.query}” instead?
          </SearchLink>
        </p>
      ) : (
        <p className="muted">No products match “{query}”.</p>
      )}
      {dockets[0] ? (
        <ol className="plain-list offers" aria-label={nearest?.query}>
          {dockets.map((docket) => (
            <li key={docket.id} data-product={docket.id}>
              <Docket docket={docket} clockMs={nowMs} eager={false} />
            </li>
          ))}
        </ol>
      ) : (
        <p className="muted">Please try other search terms</p>
      )}
      {crawling && <StillReading crawling={crawling} />}
      <InterceptedLink className="button primary" href="/search" onFollow={onClear}>
        Search Again
      </InterceptedLink>
      <div className="needs-script">
        <WatchPanel query={query} />
      </div>
    </div>
  );
}

/** Notes beside the results that shops are still being read. */
export function StillReading({ crawling }: Required<Pick<NonNullable<SearchAnswer>, 'crawling'>>) {
  const percent = crawling?.pages ? Math.floor((100 * crawling.checked) / crawling.pages) : 0;
  return (
    <p className="small muted freshness" role="status">
      <Icon name="refresh" />{' '}
      {percent > 0
        ? `Still collecting prices (${percent}%).`
        : 'We are checking the shops. Search again in a few minutes.'}
    </p>
  );
}

/** '24 prices found …' for 5 s after results arrive (spec §9). */
const SUCCESS_MS = 5_000;

interface SuccessBannerProps {
  summary: SearchAnswer['summary'];
  isDemoMode: boolean;
}

/** Shows for each new response, then disappears; the summary tiles keep its figures. */
export function SuccessBanner({ summary, isDemoMode }: SuccessBannerProps) {
  const { products, prices, best } = summary;
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    // Screen readers skip a live region's initial content, so the text follows later.
    setShown(true);
    const timer = setTimeout(() => setShown(false), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="success-banner" role="status">
      {isShown && prices > 0 && (
        <p className="notice tone-green needs-script">
          <Icon name="check" />
          <span>
            Found {counted(prices, 'price')} for {counted(products, 'product')}.
            {best && ` Best: ${audText(best.price)} at ${best.retailer}.`}
            {isDemoMode && <strong> Demo Mode</strong>}
          </span>
        </p>
      )}
    </div>
  );
}

// The forms load on first open, because few shoppers open them.
const PanelForm = lazy(async () => ({ default: (await import('./PanelForm.tsx')).PanelForm }));

function FormPanel({ icon, text, ...form }: PanelFormProps & { icon: IconName; text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="alert-panel">
      <button
        type="button"
        className="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon} /> {text}
      </button>
      {isOpen && (
        <Suspense>
          <PanelForm {...form} />
        </Suspense>
      )}
    </div>
  );
}

export function AlertPanel({ docket }: { docket: DocketFacts }) {
  return <FormPanel icon="bell" text="Price alert" docket={docket} />;
}

export function WatchPanel(search: { query: string; view?: SearchView }) {
  return <FormPanel icon="eye" text="Watch this search" search={search} />;
}

interface ShareButtonsProps {
  query: string;
  summary: SearchAnswer['summary'];
}

/** WhatsApp, Facebook, Twitter and copy. Loads no third-party code; each link opens the service's own page. */
export function ShareButtons({ query, summary }: ShareButtonsProps) {
  const { copied, copy } = useCopy('[share]');
  const text = shareText(query, summary, { name: SITE_NAME });
  const tagged = shareText(query, summary, { name: SITE_NAME, hashtag: SITE_NAME });
  if (!text || !tagged) return null;

  const open = (base: string, parameters: (url: string) => Record<string, string>) => {
    const target = `${base}?${new URLSearchParams(parameters(location.href))}`;
    window.open(target, '_blank', 'noopener,noreferrer');
  };
  const services = [
    { name: 'WhatsApp', go: () => open('https://wa.me/', (url) => ({ text: `${text} ${url}` })) },
    {
      name: 'Facebook',
      go: () => open('https://www.facebook.com/sharer/sharer.php', (u) => ({ u, quote: text })),
    },
    {
      name: 'Twitter',
      go: () => open('https://twitter.com/intent/tweet', (url) => ({ text: tagged, url })),
    },
  ];
  return (
    <div className="row share">
      <span className="strong">
        <Icon name="share" /> Share
      </span>
      {services.map(({ name, go }) => (
        <button key={name} type="button" className="chip" onClick={go}>
          {name}
        </button>
      ))}
      <button type="button" className="chip" onClick={() => copy(`${text} ${location.href}`)}>
        <Icon name={copied === 'yes' ? 'check' : 'copy'} />
        {copied === 'yes' ? 'Copied' : 'Copy link'}
      </button>
      <span role="status" className="small">
        {copied === 'no' && 'Your browser did not allow copying.'}
      </span>
    </div>
  );
}
