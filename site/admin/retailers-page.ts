import { html } from 'hono/html';
import { z } from 'zod';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import {
  newestRuns,
  type RetailerOverview,
  retailerOverviews,
} from '#db/queries/operators/overview.ts';
import { runSuccess, type SuccessDay } from '#db/queries/operators/run-success.ts';
import { undoRun } from '#db/queries/quarantine/decision.ts';
import { openQuarantine, probeNow } from '#db/queries/quarantine/quarantine.ts';
import { findRetailer, switchRetailers } from '#db/queries/retailers/retailers.ts';
import { tryEnqueue } from '#db/queues/open-queues.ts';
import { countText } from '#domain/count-text.ts';
import { JOBS } from '#domain/jobs.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { CallEnv } from '../api/core/env.ts';
import type { Html } from '../api/core/page.ts';
import {
  actionButton,
  adminTable,
  badge,
  type Column,
  duration,
  lines,
  moment,
  sectionAction,
  sectionPage,
} from './layout.ts';
import type { AdminApp } from './operator-session.ts';
import { workersText } from './overview-page.ts';
import { pagedTable } from './paged-table.ts';
import { successLine } from './success-line.ts';

const SECTION = '/admin/retailers';
const action = z.object({ id: z.uuid(), action: z.enum(['enable', 'disable', 'crawl']) });

const NOTICES: Readonly<Record<string, string>> = {
  enable:
    'Enabled. The crawl reads its due pages from now on; a retailer of kind feed needs an import.',
  disable: 'Disabled. Its pages are not read and its prices are not shown.',
  crawl: 'All its pages are due now. The crawl keeps the shop’s pace.',
  probe: 'The retailer is quarantined. Its probe is due now; no other page is read.',
  'real-enabled': 'A demo shop cannot be enabled while a real retailer is enabled.',
  unknown: 'This retailer does not exist.',
};

/** /admin/retailers: status and figures of each retailer, with buttons to enable, disable and crawl. */
export function retailersPage(app: AdminApp): void {
  sectionPage(app, { section: SECTION, title: 'Retailers', notices: NOTICES }, async (c) => {
    const success = await runSuccess(c.env.em());
    const rows = (await retailerOverviews(c.env.em())).map((row) => ({
      ...row,
      success: success.get(row.id),
    }));
    const enabled = rows.filter(({ status }) => status === 'enabled');
    const others = rows.filter(({ status }) => status !== 'enabled');
    return html`<p>${await workersText(c.env.em())}</p>
<p class="muted">${enabled.length} of ${rows.length} enabled. Age is the median time since each offer was last read. <a class="reach" href="/admin/new-shop">Add a shop</a></p>
${pagedTable('Enabled retailers', enabled, COLUMNS, { none: 'No retailer is enabled.' })}
<details ${enabled.length === 0 ? 'open' : ''}><summary>${others.length} not enabled</summary>
${adminTable('Retailers that are not enabled', others, COLUMNS)}
</details>`;
  });
  sectionAction(app, `${SECTION}/:id/:action`, action, act);
}

async function act({ id, action: name }: z.infer<typeof action>, env: CallEnv): Promise<string> {
  const em = env.em();
  if (!(await findRetailer(em, { id }))) return 'unknown';
  if (name !== 'crawl') {
    const result = await switchRetailers(em, [id], name === 'enable' ? 'enabled' : 'disabled');
    return result === 'done' ? name : result;
  }
  const quarantine = await openQuarantine(em, id);
  if (quarantine) {
    await probeNow(em, quarantine.runId);
    return 'probe';
  }
  await makePagesDue(em, id);
  await tryEnqueue(env.queues, JOBS.crawl, { retailerId: id });
  return 'crawl';
}

const COLUMNS: Column<RetailerOverview & { success: SuccessDay[] | undefined }>[] = [
  [
    'Retailer',
    ({ name, slug, kind }) =>
      lines(html`<a href="${SECTION}/${slug}">${name}</a>`, `${slug}, ${kind}`),
  ],
  ['Status', statusOf],
  ['Age', (row) => duration(row.medianAgeMinutes), 'number'],
  ['Offers', (row) => countText(row.offers), 'number'],
  [
    'Pages read',
    ({ readWell, pages, due }) =>
      lines(`${countText(readWell)} of ${countText(pages)}`, `${countText(due)} due`),
    'number',
  ],
  ['Refused', refusals],
  ['Last run', lastRun],
  ['30 days', ({ success }) => successLine(success)],
  ['Actions', retailerButtons],
];

function statusOf({ status, quarantinedIn }: RetailerOverview): Html {
  const held = html`<br><a class="badge tone-red" href="/admin/quarantine/${quarantinedIn}">prices held</a>`;
  return html`${badge(status === 'enabled' ? 'green' : 'yellow', status)}${quarantinedIn ? held : ''}`;
}

function refusals({ refusals: all, setAside, hasRefusedOffers, slug, name }: RetailerOverview) {
  const words: (string | Html)[] = all.slice(0, 3).map(({ reason, pages }) => `${reason} ${pages}`);
  if (setAside > 0) words.push(`suspended ${setAside}`);
  if (hasRefusedOffers) {
    const label = `Refused offers of ${name}`;
    words.push(html`<a href="/admin/refused?retailer=${slug}" aria-label="${label}">offers</a>`);
  }
  return words.length === 0
    ? ''
    : html`<ul class="plain-list small">${words.map((word) => html`<li>${word}</li>`)}</ul>`;
}

function lastRun({ ranAt, runState, pagesDone, pricesChanged }: RetailerOverview): Html {
  if (!ranAt) return html`<span class="muted">none</span>`;
  const figures = `${countText(pagesDone ?? 0)} pages, ${countText(pricesChanged ?? 0)} changed`;
  return lines(moment(ranAt), `${runState}, ${figures}`);
}

/** The buttons of a retailer: disable and crawl, or enable. */
export function retailerButtons(row: Pick<RetailerOverview, 'id' | 'name' | 'status'>): Html {
  const { id, name: of, status } = row;
  const button = (action: string, label: string) =>
    actionButton({ path: `${SECTION}/${id}/${action}`, label, of });
  return html`<div class="row">${status === 'enabled' ? html`${button('disable', 'Disable')}${button('crawl', 'Crawl now')}` : button('enable', 'Enable')}</div>`;
}

const RUNS = '/admin/runs';
const RUNS_SHOWN = 100;

const RUN_NOTICES: Readonly<Record<string, string>> = {
  undone: 'Undone. Prices are as they were before the run. Its pages are read again when due.',
  'not-undoable': 'This run cannot be undone: it was undone already, or is still importing.',
  unknown: 'This run does not exist.',
};

/** /admin/runs: the newest runs with their figures, and a button to undo each. */
export function runsPage(app: AdminApp): void {
  sectionPage(app, { section: RUNS, title: 'Runs', notices: RUN_NOTICES }, async (c) => {
    const runs = await newestRuns(c.env.em(), RUNS_SHOWN);
    return html`<p>${await workersText(c.env.em())}</p>
<p class="muted">The newest ${RUNS_SHOWN} runs.</p>
${pagedTable('Runs', runs, RUN_COLUMNS, { none: 'No runs yet.' })}`;
  });
  sectionAction(app, `${RUNS}/:id/undo`, z.object({ id: z.uuid() }), ({ id }, { em }, by) =>
    undoRun(em(), id, by),
  );
}

type Run = Awaited<ReturnType<typeof newestRuns>>[number];

export const RUN_COLUMNS: Column<Run>[] = [
  ['Retailer', (run) => run.retailer],
  ['Began', (run) => lines(moment(run.startedAt), run.kind)],
  ['State', ({ state }) => badge(state === 'done' ? 'green' : 'yellow', state)],
  [
    'Duration',
    ({ startedAt, finishedAt }) =>
      duration(finishedAt && (finishedAt.getTime() - startedAt.getTime()) / MINUTE_MS),
    'number',
  ],
  [
    'Pages',
    (run) => lines(countText(run.pagesDone), `${countText(run.pagesUnchanged)} unchanged`),
    'number',
  ],
  ['Offers', (run) => countText(run.offersSeen), 'number'],
  ['Changed', (run) => countText(run.pricesChanged), 'number'],
  ['Refused', runRefusals, 'small'],
  ['Actions', undoButton],
];

function runRefusals(run: Run): string {
  const each = Object.entries(run.refusals).map(([reason, n]) => `${reason} ${n}`);
  return each.join(', ');
}

/** Empty for a run that cannot be undone. */
function undoButton(run: Run): Html | string {
  const { id, retailer, startedAt, state, pricesChanged } = run;
  if (state === 'undone' || pricesChanged === 0) return '';
  const of = `the run of ${retailer} at ${startedAt.toISOString()}`;
  return actionButton({ path: `${RUNS}/${id}/undo`, label: 'Undo', of });
}
