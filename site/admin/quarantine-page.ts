import { html } from 'hono/html';
import { z } from 'zod';
import { approveRun, undoRun } from '#db/queries/quarantine/decision.ts';
import { probeNow } from '#db/queries/quarantine/quarantine.ts';
import {
  findQuarantine,
  type HeldPrice,
  type HeldVerdict,
  heldPrices,
  heldVerdicts,
  listQuarantines,
  type QuarantineView,
} from '#db/queries/quarantine/view.ts';
import { formatAud } from '#domain/money.ts';
import { QUARANTINE_CAUSES } from '#domain/offers/run-quarantine.ts';
import type { CallEnv } from '../api/core/env.ts';
import type { Html } from '../api/core/page.ts';
import {
  actionButton,
  adminPage,
  adminTable,
  badge,
  type Column,
  card,
  lines,
  moment,
  sectionAction,
  sectionPage,
  shopLink,
} from './layout.ts';
import type { AdminApp } from './operator-session.ts';

const SECTION = '/admin/quarantine';
const SHOWN = 50;
const PRICES_SHOWN = 200;
const action = z.object({ id: z.uuid(), action: z.enum(['approve', 'undo', 'probe']) });

const NOTICES: Readonly<Record<string, string>> = {
  approve: 'Approved. The held prices are stored and shown, and the crawl reads the shop as usual.',
  undo: 'Undone. The held prices are deleted. The shop is probed until its prices are sane.',
  probe: 'The probe is due now. A worker reads up to ten pages.',
  gone: 'Nothing was done: the quarantine was decided already or has ended.',
  unknown: 'This quarantine does not exist.',
};

/** /admin/quarantine: retailers whose readings are held, the difference from the prices shown, and approve, undo, probe. */
export function quarantinePage(app: AdminApp): void {
  sectionPage(app, { section: SECTION, title: 'Quarantine', notices: NOTICES }, async (c) => {
    const rows = await listQuarantines(c.env.em(), SHOWN);
    return html`<p class="muted">When too many prices of a shop move, vanish or fail at once, new readings are held and shoppers see the last good
prices with their age. The quarantine ends once probes read sane prices.</p>
${adminTable('Quarantines', rows, COLUMNS, 'No quarantines yet.')}`;
  });
  app.get(`${SECTION}/:id`, async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const em = c.env.em();
    const found = id.success ? await findQuarantine(em, id.data) : null;
    if (!found) return c.notFound();
    const held = await heldPrices(em, found.runId, PRICES_SHOWN);
    const verdicts = await heldVerdicts(em, found.runId);
    return adminPage({
      title: `Quarantine of ${found.retailer}`,
      section: SECTION,
      body: html`${facts(found)}
${buttons(found)}
<p class="muted">Approve stores the held prices and suspends the check for a day. Undo deletes them. If probes read sane prices, neither
is needed. If pages are kept, <code>npm run cli -- quarantine replay ${found.slug}</code> reads them again with the current extractor.</p>
${pagesHeld(verdicts)}
${held.total === 0 ? '' : difference(held)}`,
    });
  });
  sectionAction(app, `${SECTION}/:id/:action`, action, async (input, env, by) =>
    (await act(input, env, by)) ? input.action : 'gone',
  );
}

/** Returns false when there is nothing to act on. */
async function act({ id, action: name }: z.infer<typeof action>, env: CallEnv, by: string) {
  const em = env.em();
  if (name === 'approve') return (await approveRun(em, id, by)) !== null;
  if (name === 'probe') return probeNow(em, id);
  return (await findQuarantine(em, id)) !== null && (await undoRun(em, id, by)) === 'undone';
}

const COLUMNS: Column<QuarantineView>[] = [
  [
    'Retailer',
    ({ runId, retailer, slug }) => lines(html`<a href="${SECTION}/${runId}">${retailer}</a>`, slug),
  ],
  ['State', stateOf],
  ['Why', (row) => lines(QUARANTINE_CAUSES[row.kind], `${row.bad} of ${row.judged} readings`)],
  ['Since', (row) => moment(row.beganAt)],
  ['Pages held', (row) => row.heldPages, 'number'],
  ['Next probe', (row) => (row.endedAt === null ? moment(row.nextProbeAt) : '–')],
  ['Actions', buttons],
];

function stateOf({ endedAt, ending, runStatus, decidedBy }: QuarantineView): Html {
  if (endedAt === null) {
    return runStatus === 'undone'
      ? lines(badge('yellow', 'undone'), `still probed, by ${decidedBy}`)
      : badge('red', 'held');
  }
  const how =
    ending === 'approved' && runStatus === 'undone' ? 'approved, then undone' : (ending ?? 'ended');
  const when = html`${moment(endedAt)}${decidedBy ? `, ${decidedBy}` : ''}`;
  return lines(badge(ending === 'healed' ? 'green' : 'grey', how), when);
}

function buttons({ runId, retailer: of, runStatus, endedAt }: QuarantineView): Html {
  const button = (action: string, label: string, look = '') =>
    actionButton({ path: `${SECTION}/${runId}/${action}`, label, of, look });
  const isOpen = endedAt === null;
  const mayUndo = isOpen ? runStatus !== 'undone' : runStatus === 'done';
  return html`<div class="row">${isOpen ? button('approve', 'Approve', 'primary') : ''}
${mayUndo ? button('undo', 'Undo') : ''}${isOpen ? button('probe', 'Probe now') : ''}</div>`;
}

function facts(row: QuarantineView): Html {
  const before = row.suspectedIn;
  return html`<dl class="admin-facts">
<dt>State</dt><dd>${stateOf(row)}</dd>
<dt>Why</dt><dd>${QUARANTINE_CAUSES[row.kind]}: ${row.bad} of the ${row.judged} newest readings</dd>
<dt>Since</dt><dd>${moment(row.beganAt)}</dd>
<dt>Next probe</dt><dd>${row.endedAt === null ? html`${moment(row.nextProbeAt)}, ${row.probes} probes so far` : '–'}</dd>
<dt>Already stored</dt><dd>${
    before
      ? html`${before.pricesChanged} prices of the run that raised suspicion (${before.status}). If they are wrong too, undo that run
under <a href="/admin/runs">Runs</a>.`
      : '–'
  }</dd></dl>`;
}

function pagesHeld(verdicts: HeldVerdict[]): Html {
  if (verdicts.length === 0) return card('No pages are held.');
  const line = ({ verdict, reason, pages, exampleUrl }: HeldVerdict) =>
    html`<li>${pages} ${verdict}${reason && verdict !== 'moved' ? html` (${reason})` : ''}, ${shopLink(exampleUrl, 'example')}</li>`;
  return html`<h2>Pages held</h2><ul class="plain-list">${verdicts.map(line)}</ul>`;
}

function difference({ total, prices }: { total: number; prices: HeldPrice[] }): Html {
  return html`<h2>Differences</h2>
<p class="muted">${total} prices differ from the prices shown${total > prices.length ? `. The table lists the ${prices.length} largest differences` : ''}.</p>
${adminTable('Differences', prices, PRICE_COLUMNS)}`;
}

const PRICE_COLUMNS: Column<HeldPrice>[] = [
  ['Product', ({ pageUrl, name, variant }) => lines(shopLink(pageUrl, name), variant)],
  ['Shown', (price) => formatAud(price.shownCents), 'number'],
  ['Last seen', (price) => moment(price.shownSeenAt)],
  ['Held', (price) => html`<strong>${formatAud(price.heldCents)}</strong>`, 'number'],
  ['Change', change, 'number'],
  ['Read', (price) => moment(price.observedAt)],
];

/** '× 10.0' for a price that at least doubled, else '−25 %'. */
function change({ shownCents, heldCents }: HeldPrice): string {
  const factor = heldCents / shownCents;
  if (factor >= 2) return `× ${factor.toFixed(1)}`;
  const percent = Math.round((factor - 1) * 100);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)} %`;
}
