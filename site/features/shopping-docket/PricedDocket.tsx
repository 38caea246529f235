import { counted } from '#domain/text/counted.ts';
import type { PricedDocket as Priced } from '#site/api/responses/docket.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText, unitPriceText } from '#site/ui/price-text.ts';
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
          None of the shops we read has any of this now. Fewer words find more: “milk” rather than
          “that blue milk”.
        </p>
        <Refused docket={docket} settings={settings} />
      </div>
    );
  }
  return (
    <div className="docket-columns">
      <article className="docket stack shopping" aria-labelledby="docket-title">
        <header className="stack tight">
          <h2 id="docket-title">
            {plan.lacking.length === 0 ? 'Everything' : foundOf(plan)} at{' '}
            {LIST.format(plan.shops.map(({ name }) => name))}
          </h2>
          <p className="small muted">Priced {pricedAt}. Delivery is not counted.</p>
        </header>
        <Saving docket={docket} />
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
          </section>
        ))}
        <Lacking docket={docket} />
        <hr className="rule" />
        <div className="stack tight">
          <p className="leader">
            <span>{counted(plan.shops.length, 'trip')}</span>
            <span className="figures">{audText(plan.trips)}</span>
          </p>
          <p className="leader docket-total">
            <span className="strong">Total</span>
            <span className="price">{audText(plan.total)}</span>
          </p>
        </div>
      </article>
      <div className="stack loose beside">
        <OtherChoices docket={docket} />
        <SingleShops docket={docket} />
        <Refused docket={docket} settings={settings} />
      </div>
    </div>
  );
}

/** 'both items', 'all 3 items'. */
const allItems = (count: number) => (count === 2 ? 'both items' : `all ${count} items`);

const pricedLines = ({ shops }: Plan) => shops.reduce((sum, { picks }) => sum + picks.length, 0);

/** '3 of 4 items'. */
function foundOf(plan: Plan): string {
  const priced = pricedLines(plan);
  return `${priced} of ${counted(priced + plan.lacking.length, 'item')}`;
}

const LIST = new Intl.ListFormat('en-AU');

/** Dollars; a smaller saving is said, and no reason to go to another shop. */
const STAMPED_FROM = 2;

function Saving({ docket: { saving, plan } }: { docket: Priced }) {
  if (!saving || !plan) return null;
  const priced = pricedLines(plan);
  const isWhole = saving.lines === priced;
  const what = isWhole
    ? priced === 1
      ? 'it'
      : allItems(priced)
    : `the ${saving.lines} of ${priced} items that it has`;
  const basis = `${saving.comparedWith.name} charges ${audText(saving.theirs)} for ${what}, one trip included; this docket costs ${audText(saving.ours)}, ${plan.shops.length === 1 ? 'one trip' : `${plan.shops.length} trips`} included.`;
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
        {line?.size?.isAssumed && ` · taken as ${line.size.text}, the size most shops have`}
      </p>
      <p className="leader">
        <span>
          {packs > 1 && <span className="strong figures">{packs} × </span>}
          <a href={path}>{name}</a>
        </span>
        <span className="price inline">{audText(cost)}</span>
      </p>
      <p className="row small choices">
        {isSubstitute && (
          <span className="badge tone-yellow">
            <Icon name="refresh" /> Not {line?.size?.text}
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

const SIZES = ['One shop', 'Two shops', 'Three shops'];

/** The cost at the best one, two and three shops. */
function OtherChoices({ docket: { bySize, plan } }: { docket: Priced }) {
  return (
    <section className="stack tight" aria-labelledby="choices-title">
      <h2 id="choices-title">One shop or more</h2>
      <ul className="plain-list sums">
        {bySize.flatMap(({ shops, total, lacking }, nth) =>
          shops.length === nth + 1 ? (
            <li key={shops.length} className="leader">
              <span>
                <span className="strong">{SIZES[nth]}</span>
                <span className="small muted"> {shops.map(({ name }) => name).join(', ')}</span>
                {lacking.length > (plan?.lacking.length ?? 0) && (
                  <span className="small toned tone-red">
                    {' '}
                    without {counted(lacking.length, 'item')}
                  </span>
                )}
              </span>
              <span className="figures strong">{audText(total)}</span>
            </li>
          ) : (
            []
          ),
        )}
      </ul>
      <p className="small muted">
        Totals include the trips. More shops are listed only where they save money.
      </p>
    </section>
  );
}

/** The cost at each single shop, and the items that it does not have. */
function SingleShops({ docket: { singles, lines } }: { docket: Priced }) {
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
        {known.map(({ slug, name, total, lacking }) => (
          <li key={slug} className={lacking.length > 0 ? 'leader muted' : 'leader'}>
            <span>
              <a className="reach" href={`/retailers/${slug}`}>
                {name}
              </a>
              {lacking.length > 0 && <span className="small"> {lacksText(lacking, lines)}</span>}
            </span>
            <span className="figures">{audText(total)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 'no eggs, rice'; the number of items beyond three. */
function lacksText(lacking: readonly number[], lines: Priced['lines']): string {
  if (lacking.length > 3) return `only ${lines.length - lacking.length} of ${lines.length} items`;
  return `no ${lacking.map((line) => lines[line]?.text).join(', ')}`;
}
