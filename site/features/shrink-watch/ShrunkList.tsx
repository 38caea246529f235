import { counted } from '#domain/text/counted.ts';
import type { ShrunkProduct } from '#site/api/responses/shrink-watch.ts';
import { sinceText } from '#site/features/catalogue/words.ts';
import { Ago } from '#site/ui/Ago.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { Picture } from '#site/ui/Picture.tsx';
import { audText, unitPriceText } from '#site/ui/price-text.ts';
import './ShrunkList.css';

/** Shrunken packs: both sizes to scale, the unit price rise, and prices and dates per shop. */
export function ShrunkList({ products }: { products: readonly ShrunkProduct[] }) {
  return (
    <ol className="plain-list shrunk">
      {products.map((product) => (
        <li className="card stack" key={`${product.productId} ${product.before}`}>
          <div className="row picture-row">
            <Picture src={product.imageUrl} sizes="4rem" />
            <h2 className="card-name">
              <a href={product.path}>{product.name}</a>
            </h2>
          </div>
          <p className="row">
            <span className="stamp tone-red">{percent(product.shrunkPercent)} less</span>
            <span className="strong figures">
              {percent(product.unitPricePercent)} more for the same amount
            </span>
            <span className="muted">at {middleShop(product)?.shop}</span>
          </p>
          <Packs product={product} />
          <p className="small muted">
            Usual prices at this shop. The {product.before} pack was last read on{' '}
            {sinceText(middleShop(product)?.lastSeenAt ?? '')}.
          </p>
          <Shops {...product} />
        </li>
      ))}
    </ol>
  );
}

const percent = (value: number) => `${Math.round(value)}%`;

/** The shop with the median rise, shown first. */
const middleShop = ({ shops }: ShrunkProduct) => shops[Math.floor(shops.length / 2)];

/** Draws the old and new pack sizes to scale. */
function Packs({ product }: { product: ShrunkProduct }) {
  const { before, after, shrunkPercent } = product;
  const shop = middleShop(product);
  const left = `${100 - shrunkPercent}%`;
  return (
    <dl className="packs figures">
      <div>
        <dt>
          <span className="visually-hidden">Before: </span>
          {before}
        </dt>
        <dd>{shop && <Price {...shop.before} />}</dd>
        <svg aria-hidden="true" width="100%" height="10">
          <rect className="larger" width="100%" height="10" rx="3" />
        </svg>
      </div>
      <div>
        <dt>
          <span className="visually-hidden">Now: </span>
          {after}
        </dt>
        <dd>{shop && <Price {...shop.after} />}</dd>
        <svg aria-hidden="true" width="100%" height="10">
          <rect className="lost" width="100%" height="10" rx="3" />
          <rect className="smaller" width={left} height="10" rx="3" />
        </svg>
      </div>
    </dl>
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
      <summary>Seen at {counted(shops.length, 'shop')}</summary>
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
