import type { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import {
  newestRuns,
  type RetailerOverview,
  retailerOverviews,
} from '#db/queries/operators/overview.ts';
import { undoRun } from '#db/queries/quarantine/decision.ts';
import { openQuarantine, probeNow } from '#db/queries/quarantine/quarantine.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import { switchRetailers } from '#db/queries/retailers/switch-retailers.ts';
import { tryEnqueue } from '#db/queues/try-enqueue.ts';
import { JOBS } from '#domain/jobs.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Html } from '../api/core/page.ts';
import type { ApiServices } from '../api/core/services.ts';
import {
  actionButton,
  adminTable,
  badge,
  type Column,
  count,
  duration,
  lines,
  moment,
  type Operator,
  sectionPage,
} from './layout.ts';
import type { AdminEnv } from './operator-session.ts';

const SECTION = '/admin/retailers';
const action = z.object({ id: z.uuid(), action: z.enum(['enable', 'pause', 'crawl']) });

const NOTICES: Readonly<Record<string, string>> = {
  enable: 'Enabled. Its due pages are read from now on.',
  pause: 'Paused. Nothing of it is fetched; its prices are no longer shown.',
  crawl: 'All its pages are due now. The crawl keeps the pace of the shop.',
  probe: 'It is quarantined: its probe is due now, and nothing else is read.',
  'real-enabled': 'A demo shop cannot be enabled while a real retailer is.',
  unknown: 'There is no such retailer.',
};

/** /admin/retailers: how each retailer fares, and three buttons. */
export function retailersPage(app: Hono<AdminEnv>, services: ApiServices): void {
  sectionPage(app, { section: SECTION, title: 'Retailers', notices: NOTICES }, async (c) => {
    const rows = await retailerOverviews(services.em());
    const enabled = rows.filter(({ status }) => status === 'enabled').length;
    return html`<p class="muted">${enabled} of ${rows.length} enabled. Age is the median time since an offer was last seen.</p>
${adminTable('Retailers', rows, columns(c.get('operator')))}`;
  });
  app.post(`${SECTION}/:id/:action`, async (c) => {
    const read = action.safeParse(c.req.param());
    const done = read.success ? await act(services, read.data) : 'unknown';
    return c.redirect(`${SECTION}?done=${done}`, 303);
  });
}

async function act(
  services: ApiServices,
  { id, action: wanted }: z.infer<typeof action>,
): Promise<string> {
  const em = services.em();
  if (!(await findRetailer(em, { id }))) return 'unknown';
  if (wanted !== 'crawl') {
    const result = await switchRetailers(em, [id], wanted === 'enable' ? 'enabled' : 'paused');
    return result === 'done' ? wanted : result;
  }
  const quarantine = await openQuarantine(em, id);
  if (quarantine) {
    await probeNow(em, quarantine.runId);
    return 'probe';
  }
  await makePagesDue(em, id);
  await tryEnqueue(services.queues, JOBS.crawl, { retailerId: id, runId: null });
  return 'crawl';
}

function columns(operator: Operator): Column<RetailerOverview>[] {
  return [
    [
      'Retailer',
      ({ name, slug, kind }) =>
        lines(html`<a href="${SECTION}/${slug}">${name}</a>`, `${slug}, ${kind}`),
    ],
    ['Status', statusOf],
    ['Age', (row) => duration(row.medianAgeMinutes), 'number'],
    ['Offers', (row) => count(row.offers), 'number'],
    ['Pages read', pagesRead, 'number'],
    ['Refused', refusals],
    ['Last run', lastRun],
    ['Actions', (row) => retailerButtons(operator, row)],
  ];
}

function statusOf({ status, quarantinedIn }: RetailerOverview): Html {
  const held = html`<br><a class="badge tone-red" href="/admin/quarantine/${quarantinedIn}">prices held</a>`;
  return html`${badge(status === 'enabled' ? 'green' : 'yellow', status)}${quarantinedIn ? held : ''}`;
}

function pagesRead({ readWell, pages, due }: RetailerOverview): Html {
  return lines(`${count(readWell)} of ${count(pages)}`, `${count(due)} due`);
}

function refusals({ refusals: all, setAside, hasRefusedOffers, slug, name }: RetailerOverview) {
  const words: (string | Html)[] = all.slice(0, 3).map(({ reason, pages }) => `${reason} ${pages}`);
  if (setAside > 0) words.push(`set aside ${setAside}`);
  if (hasRefusedOffers) {
    const label = `Refused offers of ${name}`;
    words.push(html`<a href="/admin/refused?retailer=${slug}" aria-label="${label}">offers</a>`);
  }
  return words.length === 0
    ? html`<span class="muted">none</span>`
    : html`<ul class="plain-list small">${words.map((word) => html`<li>${word}</li>`)}</ul>`;
}

function lastRun({ ranAt, runStatus, pagesDone, pricesChanged }: RetailerOverview): Html {
  if (!ranAt) return html`<span class="muted">none</span>`;
  const figures = `${count(pagesDone ?? 0)} pages, ${count(pricesChanged ?? 0)} changed`;
  return lines(moment(ranAt), `${runStatus}, ${figures}`);
}

/** The forms of a retailer: pause or enable, and read now. */
export function retailerButtons(
  operator: Operator,
  { id, name: of, status }: Pick<RetailerOverview, 'id' | 'name' | 'status'>,
): Html {
  const button = (action: string, label: string) =>
    actionButton(operator, { path: `${SECTION}/${id}/${action}`, label, of });
  return html`<div class="row">${status === 'enabled' ? button('pause', 'Pause') : button('enable', 'Enable')}
${status === 'enabled' ? button('crawl', 'Crawl now') : ''}</div>`;
}

const RUNS = '/admin/runs';
const RUNS_SHOWN = 100;

const RUN_NOTICES: Readonly<Record<string, string>> = {
  undone: 'Undone. Its prices are as they were before it; its pages are read again in their turn.',
  'not-undoable':
    'That run cannot be undone: it was undone already, is being imported, or replayed the past.',
  unknown: 'There is no such run.',
};

/** /admin/runs: what the last crawls did, and the way to take one back. */
export function runsPage(app: Hono<AdminEnv>, services: ApiServices): void {
  sectionPage(app, { section: RUNS, title: 'Runs', notices: RUN_NOTICES }, async (c) => {
    const runs = await newestRuns(services.em(), RUNS_SHOWN);
    return html`<p class="muted">The ${RUNS_SHOWN} newest runs. Times are UTC.</p>
${adminTable('Runs', runs, runColumns(c.get('operator')))}`;
  });
  app.post(`${RUNS}/:id/undo`, async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const by = c.get('operator').email;
    const done = id.success ? await undoRun(services.em(), id.data, by) : 'unknown';
    return c.redirect(`${RUNS}?done=${done}`, 303);
  });
}

type Run = Awaited<ReturnType<typeof newestRuns>>[number];

export function runColumns(operator: Operator): Column<Run>[] {
  return [
    ['Retailer', (run) => run.retailer],
    ['Began', (run) => lines(moment(run.startedAt), run.kind)],
    ['State', ({ status }) => badge(status === 'done' ? 'green' : 'yellow', status)],
    ['Took', (run) => duration(minutesOf(run)), 'number'],
    ['Pages', pagesOf, 'number'],
    ['Offers', (run) => count(run.offersSeen), 'number'],
    ['Changed', (run) => count(run.pricesChanged), 'number'],
    ['Refused', runRefusals, 'small'],
    ['Actions', (run) => (isUndoable(run) ? undoButton(operator, run) : '')],
  ];
}

function pagesOf({ pagesDone, pagesUnchanged }: Run) {
  return lines(count(pagesDone), `${count(pagesUnchanged)} unchanged`);
}

function runRefusals(run: Run): string {
  const each = Object.entries(run.refusals).map(([reason, n]) => `${reason} ${n}`);
  return each.join(', ') || '–';
}

function isUndoable({ kind, status, pricesChanged }: Run): boolean {
  return kind !== 'replay' && status !== 'undone' && pricesChanged > 0;
}

function undoButton(operator: Operator, { id, retailer, startedAt }: Run) {
  const of = `the run of ${retailer} of ${startedAt.toISOString()}`;
  return actionButton(operator, { path: `${RUNS}/${id}/undo`, label: 'Undo', of });
}

function minutesOf({ startedAt, finishedAt }: Run): number | null {
  return finishedAt && (finishedAt.getTime() - startedAt.getTime()) / MINUTE_MS;
}
