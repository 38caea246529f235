import { memo, useId } from 'react';
import { countText } from '#domain/count-text.ts';
import { isGone } from '#domain/offers/availability.ts';
import { counted } from '#domain/text/counted.ts';
import { searchTimeAgo } from '#domain/text/search-time-ago.ts';
import type { RankedProduct } from '#site/api/responses/search-product.ts';
import { UPDATED_FALLBACK } from '#site/content/texts.ts';
import { AiScore } from '#site/ui/AiScore.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { OfferConditions, ShrunkBadge, Stock } from '#site/ui/OfferConditions.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { PriceBar } from '#site/ui/PriceBar.tsx';
import { BuyStamp, WasPrice } from '#site/ui/PriceVerdict.tsx';
import { audText, unitPriceText } from '#site/ui/price-text.ts';
import { Sparkline } from '#site/ui/Sparkline.tsx';
import { Trust } from '#site/ui/Trust.tsx';
import { STOCK_WORDS, shopsText } from '#site/ui/words.ts';
import { FavoriteButton } from '../favorites/FavoriteButton.tsx';
import { bestOfferPerShop, type Docket as DocketData } from './dockets.ts';
import './Docket.css';

const SHOPS_SHOWN = 3;

interface DocketProps {
  docket: DocketData;
  clockMs: number;
  /** The picture is above the fold. */
  eager: boolean;
  /** Reason for being the top pick; absent on every other docket. */
  pickedFor?: string;
}

/** A product in the results: best price, verdict and each shop's price. */
export const Docket = memo(function Docket({ docket, clockMs, eager, pickedFor }: DocketProps) {
  const id = useId();
  const { best, name, path, canBuy } = docket;
  const { unitPrice, buyVerdict, aiScore } = best;
  /** The verdict covers a whole year, so the spark line needs no words. */
  const isJudged = buyVerdict !== undefined && buyVerdict.word !== 'not-enough-history';
  /** On a phone, the rest of the docket unfolds (Docket.css). */
  const more = docket.shops > 1 ? `+${counted(docket.shops - 1, 'shop')}` : 'Details';
  return (
    <article
      className={pickedFor ? 'docket result top-pick' : 'docket result'}
      aria-labelledby={id}
    >
      {pickedFor && (
        <p className="pick">
          <span className="ribbon">Top pick</span> <span className="small">{pickedFor}</span>
        </p>
      )}
      <LazyImage src={best.imageUrl} alt="" eager={eager} sizes="(width < 44rem) 5rem, 8rem" />
      <h3 id={id} className="reach-in">
        <a className="clamp" href={path}>
          {name}
        </a>
      </h3>
      <FavoriteButton product={best} />
      <div className="result-price">
        <p className="row price-line">
          <span className={canBuy ? 'price' : 'price unpaid'}>{audText(best.currentPrice)}</span>
          {unitPrice && <span className="small figures">{unitPriceText(unitPrice)}</span>}
        </p>
        <div className="row was-line">
          <WasPrice product={best} money={audText} />
        </div>
        <p className="row small muted figures spread-line">
          <span>{spreadText(docket)}</span>{' '}
          {docket.variants > 1 && <span>{docket.variants} variants</span>}
        </p>
        <OfferConditions conditions={best.conditions} money={audText} />
      </div>
      <details className="more">
        <summary aria-label={`${more}, details of ${name}`}>{more}</summary>
      </details>
      {buyVerdict && (
        <p className="verdict">
          <BuyStamp word={buyVerdict.word} /> <span className="small">{buyVerdict.text}</span>
        </p>
      )}
      <div className="row facts">
        <Sparkline changes={best.history} isWordless={isJudged} />
        <AiScore score10={aiScore.overall} />
        <Rating {...docket.rating} />
        <ShrunkBadge shrunk={best.shrunk} />
        <Freshness offer={best} clockMs={clockMs} />
      </div>
      <Shops docket={docket} isLadder={pickedFor !== undefined} />
    </article>
  );
});

/** '$125.00 to $159.00 at 7 shops, 1 unavailable'. */
function spreadText({ lowest, highest, shops, shopsSelling, canBuy }: DocketData): string {
  const at = shopsText(shops, shopsSelling);
  const range = highest > lowest ? `${audText(lowest)} to ${audText(highest)} ${at}` : at;
  return canBuy ? range : `${range}, all out of stock`;
}

/**
 * Each shop's price with the three best visible; the others unfold, or are on the product page where the answer lacks some. The top pick
 * draws the three as the price ladder.
 */
function Shops({ docket, isLadder }: { docket: DocketData; isLadder: boolean }) {
  const { name, path, shops, best } = docket;
  const offers = bestOfferPerShop(docket.offers);
  const rest = offers.slice(SHOPS_SHOWN);
  const more = `+${counted(rest.length, 'shop')}`;
  const lines = (some: readonly RankedProduct[]) => (
    <ol className="plain-list">
      {some.map((offer) => {
        const { retailer, seller, currentPrice, availability } = offer;
        const apart = currentPrice - best.currentPrice;
        return (
          <li key={offer.offerId} className={isGone(availability) ? 'away' : undefined}>
            <OutboundLink href={offer.productUrl} className="shop-line">
              <span className="leader">
                <span>
                  <span className="strong">{retailer.name}</span>
                  {seller && <span className="small muted"> sold by {seller}</span>}
                </span>
                <span className="asked">
                  {isLadder && apart > 0 && (
                    <span className="small muted figures apart">+{audText(apart)} </span>
                  )}
                  <span className="price inline">{audText(currentPrice)}</span>
                </span>
              </span>
              <span className="row small about-shop">
                <Trust score={retailer.trustScore} />
                {STOCK_WORDS[availability] && <Stock availability={availability} />}
              </span>
              <span className="visually-hidden"> for {name} </span>
            </OutboundLink>
            {isLadder && (
              <PriceBar price={currentPrice} lowest={best.currentPrice} highest={docket.highest} />
            )}
          </li>
        );
      })}
    </ol>
  );
  return (
    <div className="shop-lines">
      {isLadder && <p className="small strong">Price ladder</p>}
      {lines(offers.slice(0, SHOPS_SHOWN))}
      {offers.length < shops ? (
        <a className="reach small" href={path}>
          All {shops} shops<span className="visually-hidden"> with {name}</span>
        </a>
      ) : (
        rest.length > 0 && (
          <details>
            <summary aria-label={`${more} with ${name}`}>{more}</summary>
            {lines(rest)}
          </details>
        )
      )}
    </div>
  );
}

/** '4.5 ★ (312)'; null without ratings. */
function Rating({ average, count }: RankedProduct['rating']) {
  if (!average) return null;
  return (
    <span className="rating small figures">
      <Icon name="star" />
      <span className="visually-hidden">Rated </span>
      {average.toFixed(1)}
      <span className="visually-hidden"> of 5</span>
      {count > 0 && <span className="muted"> ({countText(count)})</span>}
    </span>
  );
}

const SOURCES = { live: 'Live price', demo: 'Demo shop', feed: 'Shop feed', estimate: 'Estimate' };

/** Source and age of the price; the fixed text when the price has no metadata (spec §1). */
function Freshness({ offer, clockMs }: { offer: RankedProduct; clockMs: number }) {
  const { priceMeta } = offer;
  if (!priceMeta) return <span className="small muted">{UPDATED_FALLBACK}</span>;
  const ago = searchTimeAgo(Date.parse(priceMeta.priceFetchedAt), clockMs);
  return (
    <span className="small muted freshness">
      <Icon name="clock" /> {SOURCES[priceMeta.priceSource]}, updated {ago}
    </span>
  );
}
