import { html } from 'hono/html';
import { z } from 'zod';
import {
  hostOf,
  newestRuns,
  offersPerCode,
  retailerOverviews,
  samplePages,
} from '#db/queries/operators/overview.ts';
import {
  DIFFERENCES,
  type Difference,
  type DifferentOffer,
  runDifference,
} from '#db/queries/operators/run-difference.ts';
import { runSuccess } from '#db/queries/operators/run-success.ts';
import { findRetailer, setRetailerFacts } from '#db/queries/retailers/retailers.ts';
import { minuteText } from '#domain/calendar.ts';
import { countText } from '#domain/count-text.ts';
import { cents, formatAud } from '#domain/money.ts';
import {
  adminPage,
  adminTable,
  badge,
  duration,
  lines,
  moment,
  selectField,
  shopLink,
} from './layout.ts';
import { type AdminApp, type AdminContext, formFields } from './operator-session.ts';
import { factsSection, readFacts } from './retailer-facts.ts';
import { RUN_COLUMNS, retailerButtons } from './retailers-page.ts';
import { successLine } from './success-line.ts';

const RUNS_SHOWN = 20;
const PAGES_SHOWN = 20;

const PATH = '/admin/retailers/:slug';

/** /admin/retailers/<slug>: health, refusals, pace, robots.txt, facts, runs and pages of one retailer. */
export function retailerPage(app: AdminApp): void {
  app.get(PATH, async (c) => (await pageOf(c)) ?? c.notFound());
  app.post(PATH, async (c) => {
    const written = String((await formFields(c))['facts'] ?? '');
    const { facts, faults } = readFacts(written);
    if (!facts) return (await pageOf(c, { written, faults })) ?? c.notFound();
    const slug = c.req.param('slug');
    if (!(await setRetailerFacts(c.env.em(), slug, facts))) return c.notFound();
    return c.redirect(`/admin/retailers/${slug}?done=facts#facts`, 303);
  });
}

/** The page of the retailer that the path names, with the facts as somebody wrote them if they have faults; null if there is none. */
async function pageOf(c: AdminContext, draft?: { written: string; faults: string[] }) {
  const em = c.env.em();
  const retailer = await findRetailer(em, { slug: c.req.param('slug') ?? '' });
  if (!retailer) return null;
  const { id, slug, name, website, paceMs, status } = retailer;
  const figures = (await retailerOverviews(em)).find((each) => each.id === id);
  const perCode = await offersPerCode(em, id);
  const success = (await runSuccess(em)).get(id);
  const host = await hostOf(em, retailer);
  const runs = await newestRuns(em, RUNS_SHOWN, slug);
  const compared = comparedRuns(c.req.query(), runs);
  const changed = compared ? await runDifference(em, id, compared, SAMPLES) : [];
  const pages = await samplePages(em, id, PAGES_SHOWN);
  return adminPage({
    title: name,
    section: '/admin/retailers',
    notice:
      c.req.query('done') === 'facts'
        ? 'Saved. Public pages show it within five minutes.'
        : undefined,
    ...(draft && { status: 422 }),
    body: html`${retailerButtons(retailer)}
<dl class="admin-facts">
<dt>Status</dt><dd>${badge(status === 'enabled' ? 'green' : 'yellow', status)}</dd>
<dt>Site</dt><dd>${shopLink(website, website)}</dd>
<dt>Median age</dt><dd>${duration(figures?.medianAgeMinutes ?? null)}</dd>
<dt>Offers</dt><dd>${countText(figures?.offers ?? 0)}${perCode === null ? '' : ` (${perCode.toFixed(2)} per code of the shop)`}</dd>
<dt>Pages</dt><dd>${countText(figures?.readWell ?? 0)} of ${countText(figures?.pages ?? 0)} read successfully, ${countText(figures?.due ?? 0)} due</dd>
<dt>Runs that went well</dt><dd>${successLine(success)}</dd>
<dt>Pace</dt><dd>${(host?.paceMs ?? paceMs) / 1000} s between requests${host?.restsUntil ? html`, in back-off until ${moment(host.restsUntil)}` : ''}</dd>
<dt>robots.txt</dt><dd>${host?.robotsStatus ?? 'not read'}, ${moment(host?.robotsFetchedAt)}</dd></dl>
<h2>Refusals</h2>
${adminTable('Refusals', figures?.refusals ?? [], [
  ['Reason', ({ reason }) => reason],
  ['Pages', (row) => countText(row.pages), 'number'],
])}
<p><a class="reach" href="/admin/refused?retailer=${slug}">Refused offers</a></p>
<h2 id="facts">Delivery and price promise</h2>
${factsSection(retailer, draft)}
<h2>Runs</h2>
${adminTable('Runs', runs, RUN_COLUMNS)}
<h2 id="difference">What changed between two runs</h2>
${runDifferenceSection(runs, compared, changed, c.req.query('from') !== undefined)}
<h2>Pages, most failures first</h2>
${adminTable('Pages', pages, [
  ['Page', ({ url }) => shopLink(url, url.replace(/^\w+:\/\/[^/]+/, '')), 'small'],
  ['Kind', ({ kind }) => kind],
  ['Outcome', ({ lastOutcome, lastReason }) => lines(lastOutcome ?? '–', lastReason ?? '')],
  ['Read', ({ lastCheckedAt }) => moment(lastCheckedAt)],
])}`,
  });
}

type RunChoice = { id: string; kind: string; startedAt: Date };

/** Offers listed for each kind of difference. */
const SAMPLES = 5;

const TITLES: Readonly<Record<Difference, string>> = {
  new: 'New',
  gone: 'Gone',
  dearer: 'Dearer',
  cheaper: 'Cheaper',
};

const chosenRuns = z.object({ from: z.uuid(), to: z.uuid() });

/** The ids of the two runs that the query names, earlier first; null unless it names two of `runs`. */
function comparedRuns(query: unknown, runs: readonly RunChoice[]): [string, string] | null {
  const { data } = chosenRuns.safeParse(query);
  const chosen = runs.filter(({ id }) => id === data?.from || id === data?.to);
  // `runs` are sorted newest first.
  const [later, earlier] = chosen;
  return later && earlier ? [earlier.id, later.id] : null;
}

/** A form to choose two runs, and the differences between them once chosen. */
function runDifferenceSection(
  runs: readonly RunChoice[],
  compared: [string, string] | null,
  offers: readonly DifferentOffer[],
  isSubmitted: boolean,
) {
  if (runs.length < 2)
    return html`<p class="muted">Fewer than two runs so far: nothing to compare.</p>`;
  const [from, to] = compared ?? [runs[1]?.id, runs[0]?.id];
  const options = runs.map(
    ({ id, kind, startedAt }) => [id, `${minuteText(startedAt)} ${kind}`] as const,
  );
  return html`<form class="row admin-choice" method="get" action="#difference">
${selectField('From the end of', 'from', from, options)}${selectField('to the end of', 'to', to, options)}
<button class="button">Compare</button></form>
${compared ? differenceTables(offers) : isSubmitted ? html`<p class="field-fault" role="alert">Choose two different runs of this retailer.</p>` : ''}`;
}

function differenceTables(offers: readonly DifferentOffer[]) {
  const of = (difference: Difference) => offers.filter((offer) => offer.difference === difference);
  const all = (difference: Difference) => of(difference)[0]?.offers ?? 0;
  if (offers.length === 0) return html`<p>The two runs do not differ.</p>`;
  return html`<p>${DIFFERENCES.map((each) => `${TITLES[each]}: ${countText(all(each))}`).join(', ')}.</p>
${DIFFERENCES.filter((each) => all(each) > 0).map(
  (each) => html`<h3>${TITLES[each]}</h3>
${all(each) > SAMPLES ? html`<p class="muted">${SAMPLES} of ${countText(all(each))}, largest price change first.</p>` : ''}
${adminTable(TITLES[each], of(each), [
  ['Offer', ({ name, url }) => shopLink(url, name)],
  [
    'Price',
    ({ beforeCents, afterCents }) =>
      lines(
        dollars(afterCents),
        beforeCents === null || beforeCents === afterCents ? '' : `was ${dollars(beforeCents)}`,
      ),
    'number',
  ],
])}`,
)}`;
}

const dollars = (amount: number | null) => (amount === null ? '–' : formatAud(cents(amount)));
