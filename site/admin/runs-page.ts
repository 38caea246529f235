import { Hono } from 'hono';
import { html } from 'hono/html';
import { newestRuns } from '#db/queries/operator.ts';
import type { ApiServices } from '../api/services.ts';
import type { AdminEnv } from './admin-env.ts';
import { adminPage, duration, moment } from './layout.ts';

const SHOWN = 100;
const MINUTE_MS = 60_000;

/** /admin/runs: what the last crawls did. */
export function runsRoutes(services: ApiServices): Hono<AdminEnv> {
  const app = new Hono<AdminEnv>();
  app.get('/', async (c) => {
    const runs = await newestRuns(services.em(), SHOWN);
    return adminPage(services, {
      title: 'Runs',
      section: '/admin/runs',
      operator: c.get('operator'),
      body: html`<p class="muted">The ${SHOWN} newest runs. Times are UTC.</p>
<div class="admin-scroll" tabindex="0" role="region" aria-label="Runs">
<table class="admin-table">
<thead><tr><th scope="col">Retailer</th><th scope="col">Began</th><th scope="col">State</th><th scope="col" class="number">Took</th>
<th scope="col" class="number">Pages</th><th scope="col" class="number">Offers</th><th scope="col" class="number">Changed</th>
<th scope="col">Refused</th></tr></thead>
<tbody>${runs.map(
        (run) => html`<tr>
<th scope="row">${run.retailer}</th>
<td data-label="Began"><span>${moment(run.startedAt)}<br><span class="muted small">${run.kind}</span></span></td>
<td data-label="State"><span><span class="badge ${run.status === 'done' ? 'tone-green' : 'tone-yellow'}">${run.status}</span></span></td>
<td class="number" data-label="Took"><span>${duration(minutesOf(run.startedAt, run.finishedAt))}</span></td>
<td class="number" data-label="Pages"><span>${run.pagesDone}<br><span class="muted small">${run.pagesUnchanged} unchanged</span></span></td>
<td class="number" data-label="Offers"><span>${run.offersSeen}</span></td>
<td class="number" data-label="Changed"><span>${run.pricesChanged}</span></td>
<td class="small" data-label="Refused"><span>${
          Object.entries(run.refusals)
            .map(([reason, n]) => `${reason} ${n}`)
            .join(', ') || '–'
        }</span></td>
</tr>`,
      )}</tbody>
</table></div>`,
    });
  });
  return app;
}

function minutesOf(from: string, to: string | null): number | null {
  return to === null ? null : (Date.parse(to) - Date.parse(from)) / MINUTE_MS;
}
