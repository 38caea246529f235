/* The cost of other choices than the docket's plan: fewer or more shops, each shop by itself, shops left out. */
import { counted } from '#domain/text/counted.ts';
import type { PricedDocket as Priced } from '#site/api/responses/docket.ts';
import { audText } from '#site/ui/price-text.ts';
import type { DocketSettings } from './settings.ts';

/** 'both items', 'all 3 items'. */
export const allItems = (count: number) => (count === 2 ? 'both items' : `all ${count} items`);

/** '$41.50', 'from $41.50' where delivery may cost more. */
export function totalText({ total, isFrom }: { total: number; isFrom: boolean }): string {
  return `${isFrom ? 'from ' : ''}${audText(total)}`;
}

const SIZES = ['One shop', 'Two shops', 'Three shops'];

/** The cost at the best one, two and three shops. */
export function OtherChoices({ docket, by }: { docket: Priced; by: DocketSettings['by'] }) {
  const { bySize, plan } = docket;
  return (
    <section className="stack tight" aria-labelledby="choices-title">
      <h2 id="choices-title">One shop or more</h2>
      <ul className="plain-list sums">
        {bySize.flatMap(({ shops, lacking, ...cost }, nth) =>
          bySize.findIndex((other) => other.shops.length === shops.length) === nth ? (
            <li key={shops.length} className="leader">
              <span>
                <span className="strong">{SIZES[shops.length - 1]}</span>
                <span className="small muted"> {shops.map(({ name }) => name).join(', ')}</span>
                {lacking.length > (plan?.lacking.length ?? 0) && (
                  <span className="small toned tone-red">
                    {' '}
                    without {counted(lacking.length, 'item')}
                  </span>
                )}
              </span>
              <span className="figures strong">{totalText(cost)}</span>
            </li>
          ) : (
            []
          ),
        )}
      </ul>
      <p className="small muted">
        Totals include {by === 'trip' ? 'the trips' : 'delivery'}. More shops are listed only where
        they save money.
      </p>
    </section>
  );
}

/** The cost at each single shop, and the items that it does not have. */
export function SingleShops({ docket: { singles, lines } }: { docket: Priced }) {
  const priced = lines.filter(({ shops }) => shops > 0).length;
  const which =
    priced === 1
      ? 'the one item with a price'
      : priced === lines.length
        ? allItems(priced)
        : `${allItems(priced)} with a price`;
  const known = singles.map((single) => ({
    ...single,
    lacking: single.lacking.filter((line) => (lines[line]?.shops ?? 0) > 0),
  }));
  const complete = known.filter(({ lacking }) => lacking.length === 0).length;
  return (
    <section className="stack tight" aria-labelledby="singles-title">
      <h2 id="singles-title">Each shop by itself</h2>
      <p className="small muted">
        {complete === 0
          ? `No shop we compare has ${which}. Where something is missing, the total is for fewer items.`
          : `${counted(complete, 'shop has', 'shops have')} ${which}.`}
        {complete > 0 &&
          complete < known.length &&
          ' Where something is missing, the total is for fewer items.'}
      </p>
      <ul className="plain-list sums">
        {known.map(({ slug, name, lacking, ...cost }) => (
          <ShopSum
            key={slug}
            {...{ slug, name, lacking, lines }}
            isMuted={lacking.length > 0}
            sum={totalText(cost)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ShopSumProps {
  slug: string;
  name: string;
  lacking: readonly number[];
  lines: Priced['lines'];
  isMuted: boolean;
  sum: string;
}

/** A shop with what it lacks and what the rest costs. */
function ShopSum({ slug, name, lacking, lines, isMuted, sum }: ShopSumProps) {
  return (
    <li className={isMuted ? 'leader muted' : 'leader'}>
      <span>
        <a className="reach" href={`/retailers/${slug}`}>
          {name}
        </a>
        {lacking.length > 0 && <span className="small"> {lacksText(lacking, lines)}</span>}
      </span>
      <span className="figures">{sum}</span>
    </li>
  );
}

/** 'no eggs, rice'; the number of items beyond three. */
function lacksText(lacking: readonly number[], lines: Priced['lines']): string {
  if (lacking.length > 3) return `only ${lines.length - lacking.length} of ${lines.length} items`;
  return `no ${lacking.map((line) => lines[line]?.text).join(', ')}`;
}

/** Shops that have something of the list but whose delivery is not known, with the cost of their goods; null without any. */
export function UnknownDelivery({ docket: { unknownDelivery, lines } }: { docket: Priced }) {
  if (unknownDelivery.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby="unknown-title">
      <h2 id="unknown-title">Delivery not known</h2>
      <p className="small muted">
        Left out: what these shops charge for delivery is not known. Goods alone cost:
      </p>
      <ul className="plain-list sums">
        {unknownDelivery.map(({ slug, name, goods, lacking }) => (
          <ShopSum key={slug} {...{ slug, name, lacking, lines }} isMuted sum={audText(goods)} />
        ))}
      </ul>
    </section>
  );
}
