import { counted } from '#domain/text/counted.ts';
import type { ProductObservations } from '#site/api/responses/observations.ts';
import { sinceText } from '#site/features/catalogue/words.ts';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import './RestsOn.css';

type Figure = ProductObservations['figures'][number];
type Offer = ProductObservations['offers'][number];

interface RestsOnProps {
  observations: ProductObservations;
  figure: Figure['figure'];
  /** What the figure is called: 'this average'. */
  name: string;
  nowMs: number;
}

/** What a figure rests on, in two lines, and the way to all of it; nothing for a figure without observations. */
export function RestsOn({ observations, figure: wanted, name, nowMs }: RestsOnProps) {
  const figure = observations.figures.find((one) => one.figure === wanted);
  if (!figure) return null;
  const offers = observations.offers.filter(({ offerId }) => figure.offers.includes(offerId));
  const [only] = offers;
  const shops = new Set(offers.map(({ shop }) => shop)).size;
  return (
    <details className="rests-on small">
      <summary>What {name} rests on</summary>
      <p>{figure.text}</p>
      {only && figure.observations === 1 && offers.length === 1 ? (
        <ReadingLine offer={only} />
      ) : (
        <p className="muted">
          {counted(figure.observations, 'reading')} of {counted(offers.length, 'offer')} at{' '}
          {counted(shops, 'shop')} since {sinceText(figure.since, new Date(nowMs).toISOString())}:{' '}
          <a href={`/api/products/${observations.productId}/observations`} rel="nofollow">
            all of them, as JSON
          </a>
          .
        </p>
      )}
    </details>
  );
}

/** What the price of one offer rests on. */
export function OfferRestsOn({ offer }: { offer: Offer }) {
  const changes = offer.observations.length;
  return (
    <details className="rests-on small">
      <summary>
        Where we read this<span className="visually-hidden"> price of {offer.shop}</span>
      </summary>
      <ReadingLine offer={offer} />
      <p className="muted">
        {changes === 0
          ? 'No earlier price is known.'
          : `${counted(changes, 'change')} within a year.`}
      </p>
    </details>
  );
}

const MOMENT = new Intl.DateTimeFormat('en-AU', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Australia/Sydney',
});

function ReadingLine({ offer: { shop, url, readAt, readFrom, source } }: { offer: Offer }) {
  const from = source === 'feed' ? 'the shop’s feed' : sourceWords(readFrom ?? '');
  return (
    <p className="muted">
      {shop}, {readAt && MOMENT.format(Date.parse(readAt))}, from {from}
      {url && (
        <>
          {' '}
          at <OutboundLink href={url}>{new URL(url).pathname}</OutboundLink>
        </>
      )}
      .
    </p>
  );
}

const SOURCES: Readonly<Record<string, string>> = {
  'json-ld': 'its structured data (JSON-LD)',
  microdata: 'its structured data (microdata)',
  rdfa: 'its structured data (RDFa)',
  'open-graph': 'its Open Graph tags',
  'embedded-state': 'the data in its page',
  visible: 'the price as printed',
  tiles: 'a list of products',
  json: 'its own data',
};

/** 'its structured data (JSON-LD) and the price as printed'. */
function sourceWords(readFrom: string): string {
  const words = readFrom.split('+').map((one) => SOURCES[one] ?? one);
  return words.join(' and ') || 'its page';
}
