import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { type Html, page } from '../api/core/page.ts';
import type { AdminEnv } from './operator-session.ts';

const SECTIONS = [
  ['/admin', 'Overview'],
  ['/admin/retailers', 'Retailers'],
  ['/admin/runs', 'Runs'],
  ['/admin/quarantine', 'Quarantine'],
  ['/admin/refused', 'Refused'],
  ['/admin/matches', 'Matches'],
  ['/admin/shelves', 'Shelves'],
  ['/admin/specials', 'Specials'],
  ['/admin/outbox', 'Outbox'],
  ['/admin/keys', 'Keys'],
  ['/admin/queues', 'Queues'],
  ['/admin/audit', 'Audit'],
] as const;

export type Operator = AdminEnv['Variables']['operator'];

interface Page {
  title: string;
  /** Marked in the navigation. */
  section: (typeof SECTIONS)[number][0];
  notice?: string | undefined;
  body: Html;
  /** 200 unless stated. */
  status?: number;
}

/** A page of /admin in its frame. */
export function adminPage(
  c: Context<AdminEnv>,
  { title, section, notice, body, status }: Page,
): Promise<Response> {
  const operator = c.get('operator');
  return page(
    `${title} – Admin`,
    html`<a class="skip-link" href="#content">Skip to content</a>
<header class="admin-header"><div class="admin-wrap">
<a class="admin-name" href="/">${SITE_NAME}</a>
<nav class="row" aria-label="Admin">
${SECTIONS.map(
  ([path, name]) =>
    html`<a href="${path}" ${path === section ? html`aria-current="page"` : ''}>${name}</a>`,
)}
</nav>
<form class="row" method="post" action="/admin/logout">
<span class="small admin-who">${operator.email}</span>
${csrfField(operator)}
<button class="link-button">Sign out</button>
</form>
</div></header>
<main id="content" class="admin-wrap page stack loose">
<h1 class="admin-title">${title}</h1>
${notice ? html`<p class="card admin-notice" role="status">${notice}</p>` : ''}
${body}
</main>`,
    status,
  );
}

/** The page of a section; `bodyOf` reads what it shows, or answers otherwise. `notices` are what may just have been done, by `?done=`. */
export function sectionPage(
  app: Hono<AdminEnv>,
  { notices, ...named }: Pick<Page, 'title' | 'section'> & { notices?: Record<string, string> },
  bodyOf: (c: Context<AdminEnv>) => Promise<Html | Response>,
): void {
  app.get(named.section, async (c) => {
    const body = await bodyOf(c);
    if (body instanceof Response) return body;
    return adminPage(c, { ...named, notice: notices?.[c.req.query('done') ?? ''], body });
  });
}

/** The hidden field that proves that a form is ours. */
export function csrfField({ csrf }: Operator): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** A form that is one button: what it does, and for screen readers to what. */
export function actionButton(
  operator: Operator,
  action: {
    path: string;
    label: string;
    of: string;
    look?: string;
    /** Hidden fields of the form; those without a value are left out. */
    fields?: Record<string, string | null>;
  },
): Html {
  const { path, label, of, look = '', fields = {} } = action;
  return html`<form method="post" action="${path}">${csrfField(operator)}${hiddenFields(fields)}
<button class="button small ${look}" aria-label="${label} ${of}">${label}</button></form>`;
}

/** Hidden fields of a form; those without a value are left out. */
export function hiddenFields(fields: Record<string, string | null>): Html {
  return html`${Object.entries(fields).map(([name, value]) =>
    value === null ? '' : html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;
}

/** Which rows of a list are shown, with links to the pages beside this one: `pathOf` gives the path of a page, from 1. */
export function pager(
  { page, total, size }: { page: number; total: number; size: number },
  pathOf: (page: number) => string,
): Html {
  const pages = Math.ceil(total / size);
  const first = (page - 1) * size + 1;
  const shown = html`<span class="muted">${first}–${Math.min(total, first + size - 1)} of ${total}</span>`;
  if (pages <= 1) return html`<p>${shown}</p>`;
  return html`<nav class="row" aria-label="Pages">
${page > 1 ? html`<a class="chip" href="${pathOf(page - 1)}" rel="prev">Previous</a>` : ''}${shown}${
  page < pages ? html`<a class="chip" href="${pathOf(page + 1)}" rel="next">Next</a>` : ''
}</nav>`;
}

/** A column of a table: its head, what it shows of a row, and the CSS classes of its cells. */
export type Column<Row> = readonly [head: string, cell: (row: Row) => Cell, classes?: string];
type Cell = Html | string | number;

/** A table, cards on narrow screens, where the column 'Actions' has no label; `none` stands for one without rows. */
export function adminTable<Row>(
  label: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  none?: Html,
): Html {
  if (rows.length === 0) return none ?? html`<p class="muted">None.</p>`;
  const cellOf = (row: Row, [head, cell, classes = '']: Column<Row>, index: number) => {
    if (index === 0) return html`<th scope="row" class="${classes}">${cell(row)}</th>`;
    if (head === 'Actions') return html`<td>${cell(row)}</td>`;
    return html`<td class="${classes}" data-label="${head}"><div>${cell(row)}</div></td>`;
  };
  return html`<div class="admin-scroll" tabindex="0" role="region" aria-label="${label}">
<table class="admin-table">
<thead><tr>${columns.map(([head, , classes = '']) => html`<th scope="col" class="${/number/.exec(classes) ?? ''}">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${columns.map((column, index) => cellOf(row, column, index))}</tr>`,
  )}</tbody>
</table></div>`;
}

/** A cell of two lines, the second one smaller; one line where there is no second. */
export function lines(first: Html | string, second: Html | string): Html {
  return html`${first}${second && html`<br><span class="muted small">${second}</span>`}`;
}

/** A coloured word: how something stands. */
export function badge(tone: 'green' | 'yellow' | 'red' | 'grey', word: string): Html {
  return html`<span class="badge tone-${tone}">${word}</span>`;
}

/** An email address that breaks after its @, where it must. */
export function address(email: string): Html {
  const at = email.indexOf('@') + 1;
  return html`${email.slice(0, at)}<wbr>${email.slice(at)}`;
}

/** A moment as operators read it: UTC to the minute, with the exact value for programs. */
export function moment(at: Date | null | undefined): Html {
  if (!at) return html`<span class="muted">never</span>`;
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')}</time>`;
}

/** 1683 → '1,683'. */
export function count(things: number): string {
  return things.toLocaleString('en-AU');
}

/** '20 s', '35 min', '7 h', '3 d'. */
export function duration(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < 1) return `${Math.round(minutes * 60)} s`;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} d`;
}
