import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import type { OperatorSession } from '#db/queries/accounts/sign-in.ts';
import { newestRuns } from '#db/queries/operators/overview.ts';
import { undoRun } from '#db/queries/quarantine/decision.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Html } from '../api/core/page.ts';
import type { ApiServices } from '../api/core/services.ts';
import type { AdminEnv } from './admin-env.ts';
import { adminPage, count, csrfField, duration, moment } from './layout.ts';

const SHOWN = 100;

/** What the page says after an action. */
const NOTICES: Readonly<Record<string, string>> = {
  undone: 'Undone. Its prices are as they were before it; its pages are read again in their turn.',
  'not-undoable':
    'That run cannot be undone: it was undone already, is being imported, or replayed the past.',
  unknown: 'There is no such run.',
};

/** /admin/runs: what the last crawls did, and the way to take one back. */
export function runsRoutes(services: ApiServices): Hono<AdminEnv> {
  const app = new Hono<AdminEnv>();
  app.get('/', async (c) => {
    const runs = await newestRuns(services.em(), SHOWN);
    return adminPage(services, {
      title: 'Runs',
      section: '/admin/runs',
      operator: c.get('operator'),
      notice: NOTICES[c.req.query('done') ?? ''],
      body: html`<p class="muted">The ${SHOWN} newest runs. Times are UTC.</p>
<div class="admin-scroll" tabindex="0" role="region" aria-label="Runs">
<table class="admin-table">
<thead><tr><th scope="col">Retailer</th><th scope="col">Began</th><th scope="col">State</th><th scope="col" class="number">Took</th>
<th scope="col" class="number">Pages</th><th scope="col" class="number">Offers</th><th scope="col" class="number">Changed</th>
<th scope="col">Refused</th><th scope="col">Actions</th></tr></thead>
<tbody>${runs.map(
        (run) => html`<tr>
<th scope="row">${run.retailer}</th>
<td data-label="Began"><span>${moment(run.startedAt)}<br><span class="muted small">${run.kind}</span></span></td>
<td data-label="State"><span><span class="badge ${run.status === 'done' ? 'tone-green' : 'tone-yellow'}">${run.status}</span></span></td>
<td class="number" data-label="Took"><span>${duration(minutesOf(run.startedAt, run.finishedAt))}</span></td>
<td class="number" data-label="Pages"><span>${count(run.pagesDone)}<br><span class="muted small">${count(run.pagesUnchanged)} unchanged</span></span></td>
<td class="number" data-label="Offers"><span>${count(run.offersSeen)}</span></td>
<td class="number" data-label="Changed"><span>${count(run.pricesChanged)}</span></td>
<td class="small" data-label="Refused"><span>${
          Object.entries(run.refusals)
            .map(([reason, n]) => `${reason} ${n}`)
            .join(', ') || '–'
        }</span></td>
<td>${isUndoable(run) ? undoButton(services, c.get('operator'), run) : ''}</td>
</tr>`,
      )}</tbody>
</table></div>`,
    });
  });
  app.post('/:id/undo', async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const by = c.get('operator').email;
    const done = id.success ? await undoRun(services.em(), id.data, by) : 'unknown';
    services.log.info({ operator: by, run: c.req.param('id'), done }, 'operator undid a run');
    return c.redirect(`/admin/runs?done=${done}`, 303);
  });
  return app;
}

type Row = Awaited<ReturnType<typeof newestRuns>>[number];

function isUndoable({ kind, status, pricesChanged }: Row): boolean {
  return kind !== 'replay' && status !== 'undone' && pricesChanged > 0;
}

function undoButton(services: ApiServices, operator: OperatorSession, run: Row): Html {
  const label = `Undo the run of ${run.retailer} of ${run.startedAt.toISOString()}`;
  return html`<form method="post" action="/admin/runs/${run.id}/undo">${csrfField(services, operator)}
<button class="button small" aria-label="${label}">Undo</button></form>`;
}

function minutesOf(from: Date, to: Date | null): number | null {
  return to === null ? null : (to.getTime() - from.getTime()) / MINUTE_MS;
}
