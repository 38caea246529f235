import type { Hono } from 'hono';
import { html } from 'hono/html';
import { hostOf, samplePages } from '#db/queries/operators/desk.ts';
import { newestRuns, retailerOverviews } from '#db/queries/operators/overview.ts';
import { runDifference } from '#db/queries/operators/run-difference.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import type { ApiServices } from '../api/core/services.ts';
import {
  adminPage,
  adminTable,
  badge,
  count,
  duration,
  lines,
  moment,
  shopLink,
} from './layout.ts';
import type { AdminEnv } from './operator-session.ts';
import { retailerButtons, runColumns } from './retailers-page.ts';
import { comparedRuns, runDifferenceSection, SAMPLES } from './run-difference.ts';

const RUNS_SHOWN = 20;
const PAGES_SHOWN = 20;

/** /admin/retailers/<slug>: health, refusals, pace, robots.txt, runs and pages of one retailer. */
export function retailerPage(app: Hono<AdminEnv>, services: ApiServices): void {
  app.get('/admin/retailers/:slug', async (c) => {
    const em = services.em();
    const retailer = await findRetailer(em, { slug: c.req.param('slug') });
    if (!retailer) return c.notFound();
    const { id, slug, name, website, paceMs, status } = retailer;
    const link = (url: string, text: string) =>
      shopLink(publicDemoUrl(url, services.config.siteUrl), text);
    const figures = (await retailerOverviews(em)).find((each) => each.id === id);
    const host = await hostOf(em, retailer);
    const runs = await newestRuns(em, RUNS_SHOWN, slug);
    const compared = comparedRuns(c.req.query(), runs);
    const changed = compared ? await runDifference(em, id, compared, SAMPLES) : [];
    const pages = await samplePages(em, id, PAGES_SHOWN);
    return adminPage(c, {
      title: name,
      section: '/admin/retailers',
      body: html`${retailerButtons(c.get('operator'), retailer)}
<dl class="admin-facts">
<dt>Status</dt><dd>${badge(status === 'enabled' ? 'green' : 'yellow', status)}</dd>
<dt>Site</dt><dd>${link(website, website)}</dd>
<dt>Median age</dt><dd>${duration(figures?.medianAgeMinutes ?? null)}</dd>
<dt>Offers</dt><dd>${count(figures?.offers ?? 0)}</dd>
<dt>Pages</dt><dd>${count(figures?.readWell ?? 0)} of ${count(figures?.pages ?? 0)} read successfully, ${count(figures?.due ?? 0)} due</dd>
<dt>Pace</dt><dd>${(host?.paceMs ?? paceMs) / 1000} s between requests${host?.restsUntil ? html`, in back-off until ${moment(host.restsUntil)}` : ''}</dd>
<dt>robots.txt</dt><dd>${host?.robotsStatus ?? 'not read'}, ${moment(host?.robotsFetchedAt)}</dd></dl>
<h2>Refusals</h2>
${adminTable('Refusals', figures?.refusals ?? [], [
  ['Reason', ({ reason }) => reason],
  ['Pages', (row) => count(row.pages), 'number'],
])}
<p><a class="reach" href="/admin/refused?retailer=${slug}">Refused offers</a></p>
<h2>Runs</h2>
${adminTable('Runs', runs, runColumns(c.get('operator')))}
<h2 id="difference">What changed between two runs</h2>
${runDifferenceSection(runs, compared, changed, { isSubmitted: c.req.query('from') !== undefined, link })}
<h2>Pages, most failures first</h2>
${adminTable('Pages', pages, [
  ['Page', ({ url }) => link(url, url), 'small'],
  ['Kind', ({ kind }) => kind],
  ['Outcome', ({ lastOutcome, lastReason }) => lines(lastOutcome ?? '–', lastReason ?? '')],
  ['Read', ({ lastCheckedAt }) => moment(lastCheckedAt)],
])}`,
    });
  });
}
