import './Docket.css';
import type { Drop } from '#site/server/public-pages/drops.ts';
import type { PublicProduct } from '#site/server/public-pages/product.ts';
import { PriceBar } from '#site/ui/PriceBar.tsx';
import { audText } from '#site/ui/price-text.ts';

/** Today's best drop as a docket; without one, the sample. */
export function Docket({ best }: { best: BestDrop | null }) {
  return <Printed {...(best ? liveDocket(best) : SAMPLE)} />;
}

export interface BestDrop {
  drop: Drop;
  detail: PublicProduct['detail'];
}

/** Sample comparison, labelled as such; not real data. */
const SAMPLE = {
  label: 'A sample comparison',
  title: 'Sample docket',
  note: '3 of 50+ shops',
  name: 'Coffee machine, 15 bar',
  price: '$219',
  stamp: 'Genuine saving',
  text: 'Was $299 on 61 of the 84 days before the sale.',
  /** Lowest price first, in dollars. */
  rows: [
    { shop: 'Department store', price: 219 },
    { shop: 'Electronics chain', price: 249 },
    { shop: 'Appliance shop', price: 299 },
  ],
  saving: '$80.00',
};

/** A docket's texts; only that of a product has the path of its page. */
type DocketProps = typeof SAMPLE & { href?: string };

const SHOPS = 3;

function liveDocket({ drop, detail }: BestDrop): DocketProps {
  const buyable = detail.offers.filter((offer) => offer.canBuy);
  // Keep the cheapest seller per shop.
  const byShop = Map.groupBy(buyable, ({ retailer }) => retailer.name).values();
  const offers = [...byShop].flatMap((group) => group.slice(0, 1)).slice(0, SHOPS);
  return {
    label: 'The best drop',
    title: drop.isDemo ? 'The best drop (demo)' : 'The best drop',
    note: `${offers.length} of ${drop.shops} shops`,
    name: drop.name,
    href: drop.path,
    price: audText(drop.price),
    stamp: `${drop.fallPercent}% below usual`,
    text: `It usually costs ${audText(drop.usual)}. ${drop.lowText}`,
    rows: offers.map(({ retailer, currentPrice }) => ({
      shop: retailer.name,
      price: currentPrice,
    })),
    saving: audText(drop.usual - drop.price),
  };
}

/** A comparison as a printed docket. */
function Printed(docket: DocketProps) {
  const { label, title, note, name, href, price, stamp, text, rows, saving } = docket;
  return (
    <figure className="docket stack sample-docket" aria-label={label}>
      <figcaption className="row spread small muted">
        <span>{title}</span>
        <span className="figures">{note}</span>
      </figcaption>
      <hr className="rule" />
      <p className="name">
        {href ? (
          <a className="clamp" href={href}>
            {name}
          </a>
        ) : (
          name
        )}
      </p>
      <div className="row spread">
        <span className="price hero">{price}</span>
        <span className="stamp tone-green">{stamp}</span>
      </div>
      <p className="text small muted clamp">{text}</p>
      <hr className="rule" />
      <ul className="plain-list stack">
        {rows.map((row) => (
          <li key={row.shop}>
            <span className="leader">
              <span className="shop-name clamp">{row.shop}</span>
              <span className="price inline">{audText(row.price)}</span>
            </span>
            <PriceBar
              price={row.price}
              lowest={rows[0]?.price ?? row.price}
              highest={rows.at(-1)?.price ?? row.price}
            />
          </li>
        ))}
      </ul>
      <hr className="rule" />
      <p className="leader strong toned tone-green">
        <span>Less than usual</span>
        <span className="figures">{saving}</span>
      </p>
    </figure>
  );
}
