import { counted } from '#domain/text/counted.ts';
import type { PricedDocket as Priced } from '#site/api/responses/docket.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText, unitPriceText } from '#site/ui/price-text.ts';
import { allItems, OtherChoices, SingleShops, totalText, UnknownDelivery } from './OtherPlans.tsx';
import './PricedDocket.css';
import { type DocketSettings, docketPath } from './settings.ts';

interface PricedDocketProps {
  docket: Priced;
  settings: DocketSettings;
  /** The time of pricing, as text. */
  pricedAt: string;
}

type Plan = NonNullable<Priced['plan']>;
type Pick = Plan['shops'][number]['picks'][number];

/** A priced list: the docket, and the cost of other choices. */
export function PricedDocket({ docket, settings, pricedAt }: PricedDocketProps) {
  const { plan } = docket;
  if (!plan) {
    return (
      <div className="stack loose">
        <p className="card">
          {docket.unknownDelivery.length > 0
            ? 'Shops have some of this, but what they charge for delivery is not known.'
            : 'None of the shops we read has any of this now. Fewer words find more: “milk” rather than “that blue milk”.'}
        </p>
        <UnknownDelivery docket={docket} />
        <Refused docket={docket} settings={settings} />
      </div>
    );
  }
  return (
    <div className="docket-columns stack">
      <article className="docket stack shopping" aria-labelledby="docket-title">
        <header className="stack tight">
          <h2 id="docket-title">
            {plan.lacking.length === 0 ? 'Everything' : foundOf(plan)} at{' '}
            {LIST.format(plan.shops.map(({ name }) => name))}
          </h2>
          <p className="small muted">
            Priced {pricedAt}.{' '}
            {settings.by === 'trip' ? 'Delivery is not counted.' : deliveredTo(settings.postcode)}
          </p>
        </header>
        <Saving docket={docket} by={settings.by} />
        {plan.shops.map((shop) => (
          <section className="stack tight" key={shop.slug} aria-labelledby={`at-${shop.slug}`}>
            <h3 className="row" id={`at-${shop.slug}`}>
              <LetterTile name={shop.name} />
              <a className="reach" href={`/retailers/${shop.slug}`}>
                {shop.name}
              </a>
            </h3>
            <ul className="plain-list bought">
              {shop.picks.map((pick) => (
                <Bought key={pick.line} pick={pick} docket={docket} settings={settings} />
              ))}
            </ul>
            <p className="leader strong">
              <span>{counted(shop.picks.length, 'item')}</span>
              <span className="figures">{audText(shop.goods)}</span>
            </p>
            {shop.delivery && (
              <p className="leader">
                <span>Delivery</span>
                <span className="figures">{deliveryText(shop.delivery)}</span>
              </p>
            )}
          </section>
        ))}
        <Lacking docket={docket} />
        <hr className="rule" />
        <div className="stack tight">
          {settings.by === 'trip' && (
            <p className="leader">
              <span>{counted(plan.shops.length, 'trip')}</span>
              <span className="figures">{audText(plan.trips)}</span>
            </p>
          )}
          <p className="leader docket-total">
            <span className="strong">Total</span>
            <span className="price">{totalText(plan)}</span>
          </p>
        </div>
      </article>
      <div className="stack loose beside">
        <OtherChoices docket={docket} by={settings.by} />
        <SingleShops docket={docket} />
        <UnknownDelivery docket={docket} />
        <Refused docket={docket} settings={settings} />
      </div>
    </div>
  );
}

const pricedLines = ({ shops }: Plan) => shops.reduce((sum, { picks }) => sum + picks.length, 0);

/** '3 of 4 items'. */
function foundOf(plan: Plan): string {
  const priced = pricedLines(plan);
  return `${priced} of ${counted(priced + plan.lacking.length, 'item')}`;
}

const LIST = new Intl.ListFormat('en-AU');

/** Dollars; a smaller saving is said, and no reason to go to another shop. */
const STAMPED_FROM = 2;

/** 'Delivered to 3000, each shop’s order once.' */
function deliveredTo(postcode: string): string {
  return `Delivered${postcode && ` to ${postcode}`}: each shop’s order pays once.`;
}

function deliveryText({ cost, isFrom }: { cost: number; isFrom: boolean }): string {
  return cost === 0 ? 'free' : `${isFrom ? 'from ' : ''}${audText(cost)}`;
}

function Saving({ docket: { saving, plan }, by }: { docket: Priced; by: DocketSettings['by'] }) {
  if (!saving || !plan) return null;
  const priced = pricedLines(plan);
  const isWhole = saving.lines === priced;
  const what = isWhole
    ? priced === 1
      ? 'it'
      : allItems(priced)
    : `the ${saving.lines} of ${priced} items that it has`;
  const count = plan.shops.length;
  const [one, ours] =
    by === 'delivery'
      ? ['delivery', 'delivery']
      : ['one trip', count === 1 ? 'one trip' : `${count} trips`];
  const basis = `${saving.comparedWith.name} charges ${audText(saving.theirs)} for ${what}, ${one} included; this docket costs ${audText(saving.ours)}, ${ours} included.`;
  return (
    <div className="row kept">
      {saving.kept >= STAMPED_FROM && (
        <p className="stamp tone-green">
          <Icon name="check" /> You keep {audText(saving.kept)}
        </p>
      )}
      <p className="small">
        {saving.kept <= 0 && 'No saving here. '}
        {basis}
      </p>
    </div>
  );
}

interface BoughtProps {
  pick: Pick;
  docket: Priced;
  settings: DocketSettings;
}

function Bought({ pick, docket, settings }: BoughtProps) {
  const { packs, name, path, cost, price, unitPrice, isSubstitute, productId, url } = pick;
  const line = docket.lines[pick.line];
  const without = { ...settings, not: [...settings.not, productId] };
  return (
    <li className="stack tight">
      <p className="small muted asked">
        {line?.text}
        {line?.pricedAs && ` · nothing matches; priced as ${line.pricedAs}`}
        {line?.size?.isAssumed && ` · priced for ${line.size.text}, the size most shops have`}
      </p>
      <p className="leader">
        <span>
          {packs > 1 && <span className="strong figures">{packs} × </span>}
          <a href={path}>{name}</a>
        </span>
        <span className="price inline">{audText(cost)}</span>
      </p>
      <p className="row small choices">
        {isSubstitute && !line?.size?.isAssumed && (
          <span className="badge tone-yellow">
            <Icon name="refresh" /> Other pack size
          </span>
        )}
        {packs > 1 && <span className="muted figures">{audText(price)} a pack</span>}
        {unitPrice && <span className="muted figures">{unitPriceText(unitPrice)}</span>}
        <a className="reach on-screen" href={docketPath(without)} rel="nofollow">
          Not this one<span className="visually-hidden">: {name}</span>
        </a>
        <OutboundLink href={url} className="reach on-screen" about={` ${name}`}>
          View
        </OutboundLink>
      </p>
    </li>
  );
}

/** Lines without a price, or not sold at the docket's shops. */
function Lacking({ docket: { lines, plan } }: { docket: Priced }) {
  const lacking = plan?.lacking.flatMap((line) => lines[line] ?? []) ?? [];
  if (lacking.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby="lacking-title">
      <h3 id="lacking-title">Not on this docket</h3>
      <ul className="plain-list">
        {lacking.map(({ text, query, shops }) => (
          <li className="leader" key={text}>
            <span>
              {query ? <a href={`/search?q=${encodeURIComponent(query)}`}>{text}</a> : text}
            </span>
            <span className="small muted">
              {shops === 0 ? 'no price known' : `at ${counted(shops, 'other shop')}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Refused({ docket: { refused }, settings }: { docket: Priced; settings: DocketSettings }) {
  if (refused.length === 0) return null;
  return (
    <section className="stack tight on-screen" aria-labelledby="refused-title">
      <h2 id="refused-title">You said no to</h2>
      <ul className="plain-list">
        {refused.map(({ productId, name }) => (
          <li className="row spread" key={productId}>
            <span>{name}</span>
            <a
              className="reach"
              rel="nofollow"
              href={docketPath({ ...settings, not: settings.not.filter((id) => id !== productId) })}
            >
              Allow again<span className="visually-hidden">: {name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
