import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import type { OperatorSession } from '#db/queries/accounts/sign-in.ts';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import { type RetailerOverview, retailerOverviews } from '#db/queries/operators/overview.ts';
import { openQuarantine, probeNow } from '#db/queries/quarantine/quarantine.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import { switchRetailers } from '#db/queries/retailers/switch-retailers.ts';
import { tryEnqueue } from '#db/queues/try-enqueue.ts';
import { JOBS } from '#domain/jobs.ts';
import type { Html } from '../api/core/page.ts';
import type { ApiServices } from '../api/core/services.ts';
import type { AdminEnv } from './admin-env.ts';
import { adminPage, count, csrfField, duration, moment } from './layout.ts';

const action = z.object({ id: z.uuid(), action: z.enum(['enable', 'pause', 'crawl']) });

/** What the page says after an action. */
const NOTICES: Readonly<Record<string, string>> = {
  enable: 'Enabled. Its due pages are read from now on.',
  pause: 'Paused. Nothing of it is fetched; its prices are no longer shown.',
  crawl: 'All its pages are due now. The crawl keeps the pace of the shop.',
  probe: 'It is quarantined: its probe is due now, and nothing else is read.',
  'real-enabled': 'A demo shop cannot be enabled while a real retailer is.',
  unknown: 'There is no such retailer.',
};

/** /admin/retailers: how each retailer fares, and three buttons. */
export function retailerRoutes(services: ApiServices): Hono<AdminEnv> {
  const app = new Hono<AdminEnv>();
  app.get('/', async (c) => {
    const operator = c.get('operator');
    const rows = await retailerOverviews(services.em());
    return adminPage(services, {
      title: 'Retailers',
      section: '/admin/retailers',
      operator,
      notice: NOTICES[c.req.query('done') ?? ''],
      body: table(services, operator, rows),
    });
  });
  app.post('/:id/:action', async (c) => {
    const read = action.safeParse(c.req.param());
    const done = read.success ? await act(services, read.data) : 'unknown';
    services.log.info(
      { operator: c.get('operator').email, ...c.req.param(), done },
      'operator acted on a retailer',
    );
    return c.redirect(`/admin/retailers?done=${done}`, 303);
  });
  return app;
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

function table(services: ApiServices, operator: OperatorSession, rows: RetailerOverview[]) {
  const enabled = rows.filter(({ status }) => status === 'enabled').length;
  return html`<p class="muted">${enabled} of ${rows.length} enabled. Age is the median time since an offer was last seen.</p>
<div class="admin-scroll" tabindex="0" role="region" aria-label="Retailers">
<table class="admin-table">
<thead><tr><th scope="col">Retailer</th><th scope="col">Status</th><th scope="col" class="number">Age</th>
<th scope="col" class="number">Offers</th><th scope="col" class="number">Pages read</th><th scope="col">Refused</th>
<th scope="col">Last run</th><th scope="col">Actions</th></tr></thead>
<tbody>${rows.map((row) => line(services, operator, row))}</tbody>
</table></div>`;
}

function line(services: ApiServices, operator: OperatorSession, row: RetailerOverview): Html {
  const { id, name, slug, kind, status, ranAt, quarantinedIn } = row;
  const button = (to: string, label: string) =>
    html`<form method="post" action="/admin/retailers/${id}/${to}">${csrfField(services, operator)}
<button class="button small" aria-label="${label} ${name}">${label}</button></form>`;
  return html`<tr>
<th scope="row">${name}<br><span class="muted small">${slug}, ${kind}</span></th>
<td data-label="Status"><span><span class="badge ${status === 'enabled' ? 'tone-green' : 'tone-yellow'}">${status}</span>${
    quarantinedIn
      ? html`<br><a class="badge tone-red" href="/admin/quarantine/${quarantinedIn}">prices held</a>`
      : ''
  }</span></td>
<td class="number" data-label="Age"><span>${duration(row.medianAgeMinutes)}</span></td>
<td class="number" data-label="Offers"><span>${count(row.offers)}</span></td>
<td class="number" data-label="Pages read"><span>${count(row.readWell)} of ${count(row.pages)}<br><span class="muted small">${count(row.due)} due</span></span></td>
<td data-label="Refused">${refusals(row)}</td>
<td data-label="Last run"><span>${
    ranAt
      ? html`${moment(ranAt)}<br><span class="muted small">${row.runStatus}, ${count(row.pagesDone ?? 0)} pages, ${count(row.pricesChanged ?? 0)} changed</span>`
      : html`<span class="muted">none</span>`
  }</span></td>
<td><div class="row">${status === 'enabled' ? button('pause', 'Pause') : button('enable', 'Enable')}
${status === 'enabled' ? button('crawl', 'Crawl now') : ''}</div></td>
</tr>`;
}

function refusals(row: RetailerOverview): Html {
  const { refusals: all, setAside, hasRefusedOffers, slug, name } = row;
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
