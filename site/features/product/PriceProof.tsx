import type { ReactNode } from 'react';
import { momentText } from '#domain/calendar.ts';
import { checkedText } from '#domain/retailers/facts-text.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { audText } from '#site/ui/price-text.ts';
import { STOCK_WORDS } from '#site/ui/words.ts';
import './PriceProof.css';

type Offer = ProductDetail['offers'][number];

interface PriceProofProps {
  product: ProductDetail;
  match: ProductDetail['priceMatches'][number];
  /** The address of this page. */
  address: string;
  /** The moment of rendering, as text. */
  printedAt: string;
}

/** One page to print or show in a shop: the product, both prices with address and time, and the promise. */
export function PriceProof({ product, match, address, printedAt }: PriceProofProps) {
  const offerOf = (id: string) => product.offers.find(({ offerId }) => offerId === id);
  return (
    <article className="docket stack price-proof" aria-labelledby="proof-title">
      <header className="stack tight">
        <p className="strong">A lower price at {match.against.shop}</p>
        <h1 id="proof-title">{product.name}</h1>
        {product.gtin && <p className="figures">Barcode {product.gtin}</p>}
      </header>
      <Price title={`${match.against.shop} asks`} offer={offerOf(match.against.offerId)} />
      <Price title={`${match.shop} asks`} offer={offerOf(match.offerId)} />
      <section className="stack tight">
        <h2>
          {match.shop} {match.text}
        </h2>
        <p className="leader">
          <span>Its price by that promise</span>
          <span className="price">{audText(match.promised)}</span>
        </p>
        <p className="small">
          {match.conditions.join(' ')} The shop decides. {checkedText(match)} at {match.source}.
        </p>
      </section>
      <p className="small">
        Priceroo read these prices from the shops’ own pages; the addresses show the prices of now.
        Sydney time. Made {printedAt}: {address}
      </p>
    </article>
  );
}

/** One shop's price as it was read. */
function Price({ title, offer }: { title: string; offer: Offer | undefined }) {
  if (!offer) return null;
  const { availability, currentPrice, priceMeta, productUrl, seller, sku } = offer;
  const facts: [string, ReactNode][] = [
    ['Stock', STOCK_WORDS[availability]?.text],
    ['Sold by', seller],
    ['Item number', sku],
    ['Read', priceMeta && momentText(Date.parse(priceMeta.priceFetchedAt))],
    ['Address', productUrl],
  ];
  return (
    <section className="stack tight">
      <h2 className="leader">
        <span>{title}</span>
        <span className="price">{audText(currentPrice)}</span>
      </h2>
      <p className="small">{offer.name}</p>
      <dl className="small">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
