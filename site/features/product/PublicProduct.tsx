import { counted } from '#domain/text/counted.ts';
import type { ProductObservations } from '#site/api/responses/observations.ts';
import { ProductList } from '#site/features/catalogue/ProductList.tsx';
import {
  historySentence,
  momentText,
  sinceText,
  spreadSentence,
} from '#site/features/catalogue/words.ts';
import type { PublicProduct as PublicProductData } from '#site/server/public-pages/product.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText } from '#site/ui/price-text.ts';
import { PriceFigures } from './PriceFigures.tsx';
import { ProductFacts } from './ProductFacts.tsx';
import { ProductHead } from './ProductHead.tsx';
import { ShopOffers } from './ShopOffers.tsx';
import { pricePoints } from './use-price-history.ts';
import './RestsOn.css';

/** A product's public page below its breadcrumbs: complete without script. */
export function PublicProduct({ page, nowMs }: { page: PublicProductData; nowMs: number }) {
  const { detail, category, history, near, retailerPaths, observations } = page;
  const { verdict, isEstimate } = history;
  const rests = { observations, nowMs };
  const readings = new Map(observations.offers.map((offer) => [offer.offerId, offer]));
  const points = isEstimate ? [] : pricePoints(history);
  return (
    <>
      <ProductHead
        product={detail}
        money={audText}
        hrefOf={({ path }) => path}
        above={
          <p className="muted">
            {detail.brand && `${detail.brand} · `}
            <a className="reach" href={category.path}>
              {category.name}
            </a>
          </p>
        }
        lead={
          <>
            <div className="row reasons">
              <RestsOn figure="best-price" name="this price" {...rests} />
              <RestsOn figure="verdict" name="the verdict" {...rests} />
              <RestsOn figure="saving" name="the “was”" {...rests} />
              <RestsOn figure="rhythm" name="the forecast" {...rests} />
            </div>
            <p className="measure">{spreadSentence(page)}</p>
          </>
        }
        action={
          <>
            <a className="button" href={`/product/${detail.id}?do=alert`}>
              <Icon name="bell" /> Alert me when it drops
            </a>
            <a className="button" href={`/product/${detail.id}?do=save`}>
              <Icon name="heart" /> Save
            </a>
          </>
        }
      />
      <ShopOffers
        product={detail}
        money={audText}
        {...{ nowMs, retailerPaths }}
        more={({ offerId }) => {
          const offer = readings.get(offerId);
          return offer && <OfferRestsOn offer={offer} />;
        }}
      />
      {points.length > 1 && (
        <section className="card stack" aria-labelledby="history-title">
          <h2 id="history-title">A year of its best price</h2>
          <p className="measure">{historySentence({ history })}</p>
          <PriceFigures
            {...{ points, isEstimate }}
            charged={verdict?.charged ?? []}
            money={audText}
          />
          <div className="row reasons">
            <RestsOn figure="lowest" name="the lowest price" {...rests} />
            <RestsOn figure="average" name="the average" {...rests} />
            <RestsOn figure="highest" name="the highest price" {...rests} />
          </div>
        </section>
      )}
      <section className="stack" aria-labelledby="about-title">
        <h2 id="about-title">What it is</h2>
        <ProductFacts product={detail} />
      </section>
      {near.products.length > 0 && (
        <section className="stack" aria-labelledby="near-title">
          <h2 id="near-title">
            {near.isKind ? 'Others of its kind' : category.name} at about this price
          </h2>
          <ProductList products={near.products} />
        </section>
      )}
    </>
  );
}

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
function RestsOn({ observations, figure: wanted, name, nowMs }: RestsOnProps) {
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
function OfferRestsOn({ offer }: { offer: Offer }) {
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

function ReadingLine({ offer: { shop, url, readAt, readFrom, source } }: { offer: Offer }) {
  const from = source === 'feed' ? 'the shop’s feed' : sourceWords(readFrom ?? '');
  return (
    <p className="muted">
      {shop}, {readAt && momentText(Date.parse(readAt))}, from {from}
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
