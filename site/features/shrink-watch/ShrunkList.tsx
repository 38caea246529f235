import { counted } from '#domain/text/counted.ts';
import type { ShrunkProduct } from '#site/api/responses/shrink-watch.ts';
import { sinceText } from '#site/features/catalogue/words.ts';
import { Ago } from '#site/ui/Ago.tsx';
import { LongList } from '#site/ui/LongList.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { Picture } from '#site/ui/Picture.tsx';
import { audText, unitPriceText } from '#site/ui/price-text.ts';
import './ShrunkList.css';

/** Shrunken packs, one row each: both sizes to scale, the unit price rise, and folded the prices and dates per shop. */
export function ShrunkList({ products }: { products: readonly ShrunkProduct[] }) {
  return (
    <div className="shrunk">
      <LongList items={products} noun="pack">
        {(part, start) => <Rows products={part} start={start} />}
      </LongList>
    </div>
  );
}

function Rows({ products, start }: { products: readonly ShrunkProduct[]; start: number }) {
  return (
    <ol className="plain-list long-list stack" start={start}>
      {products.map((product) => (
        <li key={`${product.productId} ${product.before}`}>
          <Picture src={product.imageUrl} sizes="4rem" />
          <div className="stack tight">
            <h2 className="card-name">
              <a href={product.path}>{product.name}</a>
            </h2>
            <Sizes {...product} />
            <Rise {...product} />
            <Shops {...product} />
          </div>
        </li>
      ))}
    </ol>
  );
}

const percent = (value: number) => `${Math.round(value)}%`;

/** The shop with the median rise, shown first. */
const middleShop = ({ shops }: ShrunkProduct) => shops[Math.floor(shops.length / 2)];

/** '907 g → 680 g, 25% less', and what is left of the pack to scale. */
function Sizes({ before, after, shrunkPercent }: ShrunkProduct) {
  return (
    <div>
      <p className="row figures">
        <span className="strong">
          {before} <span aria-hidden="true">→</span>
          <span className="visually-hidden">became</span> {after}
        </span>
        <span className="badge tone-red">{percent(shrunkPercent)} less</span>
      </p>
      <svg aria-hidden="true" width="100%" height="8">
        <rect className="lost" width="100%" height="8" rx="3" />
        <rect className="left" width={`${100 - shrunkPercent}%`} height="8" rx="3" />
      </svg>
    </div>
  );
}

/** '33% more for the same amount: $7.49 before and now at Wombat Wholefoods'. */
function Rise(product: ShrunkProduct) {
  const shop = middleShop(product);
  if (!shop) return null;
  const [before, after] = [shop.before, shop.after].map(({ price }) => audText(price));
  return (
    <p className="small figures">
      <span className="strong">{percent(product.unitPricePercent)} more for the same amount:</span>{' '}
      {before === after ? `${before} before and now` : `${before} before, ${after} now`} at{' '}
      {shop.shop}
    </p>
  );
}

function Price({ price, unitPrice }: ShrunkProduct['shops'][number]['before']) {
  return (
    <>
      {audText(price)}
      {unitPrice && <span className="muted">, {unitPriceText(unitPrice)}</span>}
    </>
  );
}

function Shops({ name, before, after, shops }: ShrunkProduct) {
  return (
    <details>
      <summary>
        Prices at {counted(shops.length, 'shop')}
        <span className="visually-hidden"> where {name} shrank</span>
      </summary>
      <ul className="plain-list stack tight small">
        {shops.map((one) => (
          <li key={one.offerId}>
            <p>
              <a className="reach" href={one.path}>
                {one.shop}
              </a>
              : {before} usually <Price {...one.before} />, last read {sinceText(one.lastSeenAt)};{' '}
              {after} usually <Price {...one.after} />, read <Ago at={one.readAt} />.{' '}
              <OutboundLink href={one.url} className="reach" about={` at ${one.shop}: ${name}`}>
                See it
              </OutboundLink>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
