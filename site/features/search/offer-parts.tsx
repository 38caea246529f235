/* Small pieces that the top pick, the table and the list share. */
import { searchScoreBand, trustBand } from '#domain/products/score-band.ts';
import { searchTimeAgo } from '#domain/text/time-ago.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { UPDATED_FALLBACK } from '#site/content/texts.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { OfferConditions } from '#site/ui/OfferConditions.tsx';
import { audText, unitPriceText } from '#site/ui/price-text.ts';

/** 'AI 8.4 Excellent' in the colour of its band. */
export function ScoreBadge({ score10 }: { score10: number }) {
  const { label, colour } = searchScoreBand(score10);
  return (
    <span className={`badge tone-${colour} figures`}>
      AI {score10.toFixed(1)} · {label}
    </span>
  );
}

/** Price, what it was, and the unit price under it as on a shelf label. */
export function PriceBlock({ product, hero = false }: { product: SearchProduct; hero?: boolean }) {
  const { currentPrice, originalPrice, discountPercentage, isOnSale, unitPrice } = product;
  const isReduced = isOnSale && originalPrice !== null && originalPrice > currentPrice;
  return (
    <div className="price-block">
      <span className="row price-line">
        <span className={hero ? 'price hero' : 'price'}>{audText(currentPrice)}</span>
        {isReduced && (
          <span className="row tight">
            <s className="was small">
              <span className="visually-hidden">was </span>
              {audText(originalPrice)}
            </s>
            {discountPercentage > 0 && (
              <span className="badge tone-green figures">−{discountPercentage}%</span>
            )}
          </span>
        )}
      </span>
      {unitPrice && <span className="small muted figures">{unitPriceText(unitPrice)}</span>}
      <OfferConditions conditions={product.conditions} money={audText} />
    </div>
  );
}

/** The shop with its mark and trust score, and who sells when it is not the shop itself. */
export function RetailerLine({ product }: { product: SearchProduct }) {
  const { retailer, seller } = product;
  return (
    <span className="retailer-line">
      <LetterTile name={retailer.name} />
      <span>
        <span className="strong">{retailer.name}</span>
        {seller && <span className="muted small"> sold by {seller}</span>}
        <span className={`small trust toned tone-${trustBand(retailer.trustScore)}`}>
          <Icon name="shield" /> Trust {retailer.trustScore.toFixed(1)}/10
        </span>
      </span>
    </span>
  );
}

/** '4.5 ★ (312)'; nothing when no one rated it. */
export function Rating({ average, count }: SearchProduct['rating']) {
  if (!average) return null;
  return (
    <span className="rating small figures">
      <Icon name="star" />
      <span className="visually-hidden">Rated </span>
      {average.toFixed(1)}
      <span className="visually-hidden"> of 5</span>
      {count > 0 && <span className="muted"> ({count.toLocaleString('en-AU')})</span>}
    </span>
  );
}

const SOURCES = { live: 'Live price', demo: 'Demo shop', feed: 'Shop feed', estimate: 'Estimate' };

/** Where the price is from and how old it is; the fixed text when nothing is known of it (spec §1). */
export function Freshness({ product, clockMs }: { product: SearchProduct; clockMs: number }) {
  const meta = product.priceMeta as SearchProduct['priceMeta'] | null | undefined;
  if (!meta?.priceFetchedAt) return <span className="small muted">{UPDATED_FALLBACK}</span>;
  const ago = searchTimeAgo(Date.parse(meta.priceFetchedAt), clockMs);
  return (
    <span className="small muted freshness">
      <Icon name="clock" /> {SOURCES[meta.priceSource]}, updated {ago}
    </span>
  );
}
