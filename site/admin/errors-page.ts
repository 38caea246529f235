import { html } from 'hono/html';
import { newestErrors } from '#db/queries/operators/errors.ts';
import { countText } from '#domain/count-text.ts';
import { type Column, lines, moment, sectionPage } from './layout.ts';
import type { AdminApp } from './operator-session.ts';
import { pagedTable } from './paged-table.ts';

const SHOWN = 50;

/** /admin/errors: what went wrong in any process, one row a kind, the newest first. */
export function errorsPage(app: AdminApp): void {
  sectionPage(app, { section: '/admin/errors', title: 'Errors' }, async (c) => {
    const errors = await newestErrors(c.env.em(), SHOWN);
    return html`<p class="muted">The latest ${SHOWN} kinds of errors in the logs of all processes, kept for 30 days. Messages that differ in numbers, addresses and quoted texts are of one kind.</p>
${pagedTable('Errors', errors, COLUMNS, { none: 'No errors in the last 30 days.' })}`;
  });
}

const COLUMNS: Column<Awaited<ReturnType<typeof newestErrors>>[number]>[] = [
  [
    'Error',
    ({ message, stack, details }) => html`${message}
<details><summary>Sample</summary><div class="muted small"><pre class="admin-mail">${stack || message}
${Object.keys(details).length > 0 ? JSON.stringify(details, null, 1) : ''}</pre></div></details>`,
    'admin-words',
  ],
  ['Where', ({ place, process }) => lines(place, process)],
  ['Last', ({ lastAt, firstAt }) => lines(moment(lastAt), html`first ${moment(firstAt)}`)],
  ['Count', ({ count }) => countText(count), 'number'],
];
