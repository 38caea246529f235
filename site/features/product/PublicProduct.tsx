import { momentText } from '#domain/calendar.ts';
import { counted } from '#domain/text/counted.ts';
import type { ProductObservations } from '#site/api/responses/observations.ts';
import { ProductList } from '#site/features/catalogue/ProductList.tsx';
import { historySentence, sinceText, spreadSentence } from '#site/features/catalogue/words.ts';
import type { PublicProduct as PublicProductData } from '#site/server/public-pages/product.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText } from '#site/ui/price-text.ts';
import { PriceFigures, pricePoints } from './PriceFigures.tsx';
import { PriceMatches } from './PriceMatches.tsx';
import { ProductFacts } from './ProductFacts.tsx';
import { ProductHead } from './ProductHead.tsx';
import { ShopOffers } from './ShopOffers.tsx';
import './Evidence.css';

/** The public product page below its breadcrumbs; complete without JavaScript. */
export function PublicProduct({ page }: { page: PublicProductData }) {
  const { detail, category, history, near, retailerPaths, observations, choice } = page;
  const { verdict, isEstimate } = history;
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
            <p className="measure">{spreadSentence(page)}</p>
            <Evidence
              of={{
                'best-price': 'price',
                verdict: 'verdict',
                saving: '“was” price',
                rhythm: 'forecast',
              }}
              observations={observations}
            />
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
        choice={choice}
        retailerPaths={retailerPaths}
        more={({ offerId }) => {
          const offer = readings.get(offerId);
          return offer && <OfferSource offer={offer} />;
        }}
      />
      <PriceMatches
        matches={detail.priceMatches}
        best={detail.currentPrice}
        path={page.path}
        money={audText}
      />
      {points.length > 1 && (
        <section className="card stack" aria-labelledby="history-title">
          <h2 id="history-title">Price history</h2>
          <p className="measure">{historySentence({ history })}</p>
          <PriceFigures
            points={points}
            isEstimate={isEstimate}
            charged={verdict?.charged ?? []}
            gaps={history.gaps}
            money={audText}
          />
          <Evidence
            of={{
              lowest: 'lowest price',
              average: 'average',
              highest: 'highest price',
            }}
            observations={observations}
          />
        </section>
      )}
      <section className="stack" aria-labelledby="about-title">
        <h2 id="about-title">About this product</h2>
        <ProductFacts product={detail} />
      </section>
      {near.products.length > 0 && (
        <section className="stack" aria-labelledby="near-title">
          <h2 id="near-title">
            {near.isKind ? 'Similar products' : `More in ${category.name}`} at about this price
          </h2>
          <ProductList products={near.products} />
        </section>
      )}
    </>
  );
}

type Figure = ProductObservations['figures'][number];
type Offer = ProductObservations['offers'][number];

interface EvidenceProps {
  observations: ProductObservations;
  /** Figures to explain, each with its name: 'average'. */
  of: Partial<Record<Figure['figure'], string>>;
}

/** Folded evidence per figure in two lines, with a link to every reading; null when no figure has observations. */
function Evidence({ of: names, observations }: EvidenceProps) {
  const figures = observations.figures.filter(({ figure }) => names[figure]);
  if (figures.length === 0) return null;
  return (
    <div className="row small evidence-row">
      <span className="muted" aria-hidden="true">
        How we know:
      </span>
      {figures.map((figure) => {
        const offers = observations.offers.filter(({ offerId }) => figure.offers.includes(offerId));
        const [only] = offers;
        const shops = new Set(offers.map(({ shop }) => shop)).size;
        return (
          <details className="evidence" key={figure.figure}>
            <summary>
              <span className="visually-hidden">How we know the </span>
              {names[figure.figure]}
            </summary>
            <p>{figure.text}</p>
            {only && figure.observations === 1 && offers.length === 1 ? (
              <ReadingLine offer={only} />
            ) : (
              <p className="muted">
                {counted(figure.observations, 'reading')} from {counted(offers.length, 'offer')} at{' '}
                {counted(shops, 'shop')} since {sinceText(figure.since)}:{' '}
                <a href={`/api/products/${observations.productId}/observations`} rel="nofollow">
                  see them all as JSON
                </a>
                .
              </p>
            )}
          </details>
        );
      })}
    </div>
  );
}

function OfferSource({ offer }: { offer: Offer }) {
  const changes = offer.observations.length;
  return (
    <div className="evidence">
      <ReadingLine offer={offer} />
      <p>
        {changes === 0
          ? 'No earlier price recorded.'
          : `${counted(changes, 'price change')} recorded.`}
      </p>
    </div>
  );
}

function ReadingLine({ offer: { shop, url, readAt, readFrom, source } }: { offer: Offer }) {
  // 'its structured data (JSON-LD) and the price printed on the page'
  const words = (readFrom ?? '').split('+').map((one) => SOURCES[one] ?? one);
  const from = source === 'feed' ? 'the shop’s feed' : words.join(' and ') || 'its page';
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
  visible: 'the price printed on the page',
  tiles: 'a list of products',
  json: 'its own data',
};
