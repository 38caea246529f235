import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import type { OperatorSession } from '#db/queries/accounts/sign-in.ts';
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
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { formatAud } from '#domain/money.ts';
import type { Html } from '../api/core/page.ts';
import type { ApiServices } from '../api/core/services.ts';
import type { AdminEnv } from './admin-env.ts';
import { adminPage, csrfField, moment } from './layout.ts';

const SECTION = '/admin/quarantine';
const SHOWN = 50;
const PRICES_SHOWN = 200;
const action = z.object({ id: z.uuid(), action: z.enum(['approve', 'undo', 'probe']) });

/** What the page says after an action. */
const NOTICES: Readonly<Record<string, string>> = {
  approve: 'Approved. The held prices are stored and shown; the shop is read as usual.',
  undo: 'Undone. What was held is thrown away; the shop is probed until it is sane.',
  probe: 'The probe is due now; a worker reads up to three pages within seconds.',
  gone: 'That was decided already, or the shop is sane again.',
};

const KINDS: Readonly<Record<QuarantineView['kind'], string>> = {
  moved: 'prices moved too far',
  vanished: 'pages vanished',
  failed: 'pages gave no price',
};

/** /admin/quarantine: retailers whose readings are held, the difference to what is shown, and what to do about it. */
export function quarantineRoutes(services: ApiServices): Hono<AdminEnv> {
  const app = new Hono<AdminEnv>();
  app.get('/', async (c) => {
    const operator = c.get('operator');
    const rows = await listQuarantines(services.em(), SHOWN);
    return adminPage(services, {
      title: 'Quarantine',
      section: SECTION,
      operator,
      notice: NOTICES[c.req.query('done') ?? ''],
      body: html`<p class="muted">When too many prices of a shop move, vanish or fail at once, what is read of it is held: shoppers see the last
good prices with their age. It heals by itself once probes read sane prices. Times are UTC.</p>
${rows.length === 0 ? html`<p class="card">No shop was ever quarantined.</p>` : list(services, operator, rows)}`,
    });
  });
  app.get('/:id', async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const em = services.em();
    const found = id.success ? await findQuarantine(em, id.data) : null;
    if (!found) return c.notFound();
    const [held, verdicts] = [
      await heldPrices(em, found.runId, PRICES_SHOWN),
      await heldVerdicts(em, found.runId),
    ];
    return adminPage(services, {
      title: `Quarantine of ${found.retailer}`,
      section: SECTION,
      operator: c.get('operator'),
      body: detail(services, c.get('operator'), found, held, verdicts),
    });
  });
  app.post('/:id/:action', async (c) => {
    const read = action.safeParse(c.req.param());
    const by = c.get('operator').email;
    const done = read.success && (await act(services, read.data, by)) ? read.data.action : 'gone';
    services.log.info({ operator: by, ...c.req.param(), done }, 'operator acted on a quarantine');
    return c.redirect(`${SECTION}?done=${done}`, 303);
  });
  return app;
}

/** False when there was nothing to act on. */
async function act(
  services: ApiServices,
  { id, action: wanted }: z.infer<typeof action>,
  by: string,
): Promise<boolean> {
  const em = services.em();
  if (wanted === 'approve') return (await approveRun(em, id, by)) !== null;
  if (wanted === 'probe') return probeNow(em, id);
  return (await findQuarantine(em, id)) !== null && (await undoRun(em, id, by)) === 'undone';
}

function list(services: ApiServices, operator: OperatorSession, rows: QuarantineView[]): Html {
  return html`<div class="admin-scroll" tabindex="0" role="region" aria-label="Quarantines">
<table class="admin-table">
<thead><tr><th scope="col">Retailer</th><th scope="col">State</th><th scope="col">Why</th><th scope="col">Since</th>
<th scope="col" class="number">Pages held</th><th scope="col">Next probe</th><th scope="col">Actions</th></tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>
<th scope="row"><a href="${SECTION}/${row.runId}">${row.retailer}</a><br><span class="muted small">${row.slug}</span></th>
<td data-label="State"><span>${state(row)}</span></td>
<td data-label="Why"><span>${KINDS[row.kind]}<br><span class="muted small">${row.bad} of ${row.judged} readings</span></span></td>
<td data-label="Since"><span>${moment(row.beganAt)}</span></td>
<td class="number" data-label="Pages held"><span>${row.heldPages}</span></td>
<td data-label="Next probe"><span>${row.endedAt === null ? moment(row.nextProbeAt) : '–'}</span></td>
<td>${buttons(services, operator, row)}</td>
</tr>`,
  )}</tbody>
</table></div>`;
}

function state({ endedAt, ending, runStatus, decidedBy }: QuarantineView): Html {
  if (endedAt === null) {
    return runStatus === 'undone'
      ? html`<span class="badge tone-yellow">undone</span><br><span class="muted small">still probed; by ${decidedBy}</span>`
      : html`<span class="badge tone-red">held</span>`;
  }
  const how =
    ending === 'approved' && runStatus === 'undone' ? 'approved, then undone' : (ending ?? 'ended');
  return html`<span class="badge ${ending === 'healed' ? 'tone-green' : 'tone-grey'}">${how}</span><br>
<span class="muted small">${moment(endedAt)}${decidedBy ? html`, ${decidedBy}` : ''}</span>`;
}

function buttons(services: ApiServices, operator: OperatorSession, row: QuarantineView): Html {
  const button = (to: string, label: string, look = '') =>
    html`<form method="post" action="${SECTION}/${row.runId}/${to}">${csrfField(services, operator)}
<button class="button small ${look}" aria-label="${label} ${row.retailer}">${label}</button></form>`;
  const isOpen = row.endedAt === null;
  const mayUndo = isOpen ? row.runStatus !== 'undone' : row.runStatus === 'done';
  return html`<div class="row">${isOpen ? button('approve', 'Approve', 'primary') : ''}
${mayUndo ? button('undo', 'Undo') : ''}${isOpen ? button('probe', 'Probe now') : ''}</div>`;
}

function detail(
  services: ApiServices,
  operator: OperatorSession,
  row: QuarantineView,
  held: { total: number; prices: HeldPrice[] },
  verdicts: HeldVerdict[],
): Html {
  const link = (url: string, text: string) =>
    html`<a href="${publicDemoUrl(url, services.config.siteUrl)}" rel="noreferrer">${text}</a>`;
  const before = row.suspectedIn;
  return html`<dl class="admin-facts">
<dt>State</dt><dd>${state(row)}</dd>
<dt>Why</dt><dd>${KINDS[row.kind]}: ${row.bad} of the ${row.judged} newest readings</dd>
<dt>Since</dt><dd>${moment(row.beganAt)}</dd>
<dt>Next probe</dt><dd>${row.endedAt === null ? html`${moment(row.nextProbeAt)}, ${row.probes} so far` : '–'}</dd>
<dt>Stored before</dt><dd>${
    before
      ? html`${before.pricesChanged} prices in the run that raised suspicion (${before.status}); they are shown, and undone under
<a href="/admin/runs">Runs</a>`
      : '–'
  }</dd></dl>
${buttons(services, operator, row)}
<p class="muted">Approve stores what is held and lets the shop be for a day. Undo throws it away. Neither is needed when the shop
heals. Where pages are kept, <code>npm run cli -- quarantine replay ${row.slug}</code> reads them again with the present extractor.</p>
${
  verdicts.length === 0
    ? html`<p class="card">Nothing is held.</p>`
    : html`<h2>Pages held</h2><ul class="plain-list">${verdicts.map(
        ({ verdict, reason, pages, exampleUrl }) =>
          html`<li>${pages} ${verdict}${reason && verdict !== 'moved' ? html` (${reason})` : ''}, ${link(exampleUrl, 'one of them')}</li>`,
      )}</ul>`
}
${held.total === 0 ? '' : priceTable(held, link)}`;
}

function priceTable(
  { total, prices }: { total: number; prices: HeldPrice[] },
  link: (url: string, text: string) => Html,
): Html {
  return html`<h2>The difference</h2>
<p class="muted">${total} prices differ from those shown${total > prices.length ? html`; the ${prices.length} farthest` : ''}.</p>
<div class="admin-scroll" tabindex="0" role="region" aria-label="The difference">
<table class="admin-table">
<thead><tr><th scope="col">Product</th><th scope="col" class="number">Shown</th><th scope="col">Last seen</th>
<th scope="col" class="number">Held</th><th scope="col" class="number">Change</th><th scope="col">Read</th></tr></thead>
<tbody>${prices.map(
    (price) => html`<tr>
<th scope="row">${link(price.pageUrl, price.name)}${price.variant ? html`<br><span class="muted small">${price.variant}</span>` : ''}</th>
<td class="number" data-label="Shown"><span>${formatAud(price.shownCents)}</span></td>
<td data-label="Last seen"><span>${moment(price.shownSeenAt)}</span></td>
<td class="number" data-label="Held"><span><strong>${formatAud(price.heldCents)}</strong></span></td>
<td class="number" data-label="Change"><span>${change(price)}</span></td>
<td data-label="Read"><span>${moment(price.observedAt)}</span></td></tr>`,
  )}</tbody></table></div>`;
}

/** '× 10.0' for rises from double on, else '−25 %'. */
function change({ shownCents, heldCents }: HeldPrice): string {
  const factor = heldCents / shownCents;
  if (factor >= 2) return `× ${factor.toFixed(1)}`;
  const percent = Math.round((factor - 1) * 100);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)} %`;
}
