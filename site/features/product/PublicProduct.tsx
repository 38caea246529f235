import { ProductList } from '#site/features/catalogue/ProductList.tsx';
import { historySentence, spreadSentence } from '#site/features/catalogue/words.ts';
import type { PublicProduct as PublicProductData } from '#site/server/public-pages/product.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { audText } from '#site/ui/price-text.ts';
import { PriceFigures } from './PriceFigures.tsx';
import { ProductFacts } from './ProductFacts.tsx';
import { ProductHead } from './ProductHead.tsx';
import { OfferRestsOn, RestsOn } from './RestsOn.tsx';
import { ShopOffers } from './ShopOffers.tsx';
import { pricePoints } from './use-price-history.ts';

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
