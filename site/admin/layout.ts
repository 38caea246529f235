/*
 * The frame of the operators' pages and the parts that they share: tables, forms, filters, pagers, cells. Parts that depend on the
 * request or the signed-in operator read them from Hono's context storage.
 */
import { getContext } from 'hono/context-storage';
import { html } from 'hono/html';
import { z } from 'zod';
import { minuteText } from '#domain/calendar.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { productPath } from '#domain/public-path.ts';
import { capitalised } from '#domain/text/capitalised.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import type { CallEnv } from '../api/core/env.ts';
import { type Html, page } from '../api/core/page.ts';
import { type AdminApp, type AdminContext, type AdminEnv, formFields } from './operator-session.ts';

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
  ['/admin/errors', 'Errors'],
  ['/admin/audit', 'Audit'],
] as const;

interface Page {
  title: string;
  /** The entry to mark in the navigation. */
  section: (typeof SECTIONS)[number][0];
  notice?: string | undefined;
  body: Html;
  /** 200 by default. */
  status?: number;
}

export function adminPage({ title, section, notice, body, status }: Page): Promise<Response> {
  return page(
    `${title} – Admin`,
    html`<a class="skip-link" href="#content">Skip to content</a>
<header class="admin-header"><div class="wrap">
<a class="admin-name" href="/">${SITE_NAME}</a>
<nav class="row" aria-label="Admin">
${SECTIONS.map(
  ([path, name]) =>
    html`<a href="${path}" ${path === section ? html`aria-current="page"` : ''}>${name}</a>`,
)}
</nav>
<form class="row" method="post" action="/admin/logout">
<span class="small admin-who">${getContext<AdminEnv>().get('operator').email}</span>
${csrfField()}
<button class="link-button">Sign out</button>
</form>
</div></header>
<main id="content" class="wrap page stack loose">
<h1 class="admin-title">${title}</h1>
${notice ? html`<p class="notice tone-green" role="status">${notice}</p>` : ''}
${body}
<p class="muted small">Times are Sydney’s.</p>
</main>`,
    status,
  );
}

/** Adds the main page of a section. `notices` maps `?done=` to a message. */
export function sectionPage(
  app: AdminApp,
  { notices, ...named }: Pick<Page, 'title' | 'section'> & { notices?: Record<string, string> },
  bodyOf: (c: AdminContext) => Promise<Html>,
): void {
  app.get(named.section, async (c) => {
    const notice = notices?.[c.req.query('done') ?? ''];
    return adminPage({ ...named, notice, body: await bodyOf(c) });
  });
}

/**
 * Adds a form's POST call, such as '/admin/keys/:id/revoke'. `act` gets the fields and path parameters, the services, and the operator's
 * address; it returns the `done` word for the section's notice, shown on the page of the list that the form was on. Input that does
 * not fit `schema` gives 'unknown'.
 */
export function sectionAction<Input>(
  app: AdminApp,
  path: `${Page['section']}/:id${string}`,
  schema: z.ZodType<Input>,
  act: (input: Input, env: CallEnv, by: string) => Promise<string>,
): void {
  const section = path.slice(0, path.indexOf('/:id'));
  app.post(path, async (c) => {
    const { data } = schema.safeParse({ ...(await formFields(c)), ...c.req.param() });
    const done = data === undefined ? 'unknown' : await act(data, c.env, c.get('operator').email);
    return c.redirect(pathWith(section, { done }, pageBefore(c, section)), 303);
  });
}

/** The page of the section's list on which a form was, from 1. */
function pageBefore(c: AdminContext, section: string): number {
  const from = URL.parse(c.req.header('referer') ?? '');
  return from?.pathname === section ? pageNumber.parse(from.searchParams.get('page')) : 1;
}

/** The hidden field that proves that a form came from our own page. */
export function csrfField(): Html {
  const { csrf } = getContext<AdminEnv>().get('operator');
  return html`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** A one-button form. `of` names the object of the action for screen readers. */
export function actionButton(action: {
  path: string;
  label: string;
  of: string;
  look?: string;
  fields?: Record<string, string | null>;
}): Html {
  const { path, label, of, look = '', fields = {} } = action;
  return html`<form method="post" action="${path}">${csrfField()}${hiddenFields(fields)}
<button class="button small ${look}" aria-label="${label} ${of}">${label}</button></form>`;
}

/** Hidden fields of a form; fields without a value are left out. */
export function hiddenFields(fields: Record<string, string | null>): Html {
  return html`${Object.entries(fields).map(([name, value]) =>
    value === null ? '' : html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;
}

export function selectField(
  label: string,
  name: string,
  chosen: string | null | undefined,
  options: readonly (readonly [value: string, text: string])[],
): Html {
  return html`<div class="field"><label for="${name}">${label}</label><select class="input" id="${name}" name="${name}">
${options.map(([value, text]) => html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${text}</option>`)}</select></div>`;
}

/** Schema of the `page` parameter, from 1; anything else is the first page. */
export const pageNumber = z.coerce.number().int().min(1).max(10_000).catch(1);

/** `path` with those parameters that have a value; the first page needs none: '/admin/refused?reason=no-price&page=2'. */
export function pathWith(path: string, query: Record<string, string | null>, page = 1): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const params = new URLSearchParams(page > 1 ? [...given, ['page', String(page)]] : given);
  return params.size === 0 ? path : `${path}?${params}`;
}

/** Links to this page that choose the value of parameter `name`; null is the value of a list without it. */
export function filterChips(
  label: string,
  { name, chosen }: { name: string; chosen: string | null },
  options: readonly (readonly [value: string | null, text: string, count?: number | undefined])[],
  query: Record<string, string | null> = {},
): Html {
  const { path } = getContext<AdminEnv>().req;
  return html`<nav class="row" aria-label="${label}">${options.map(
    ([value, text, count]) =>
      html`<a class="chip" href="${pathWith(path, { ...query, [name]: value })}" ${value === chosen ? html`aria-current="true"` : ''}>${capitalised(text)}${count === undefined ? '' : html` <span class="figures">${count}</span>`}</a>`,
  )}</nav>`;
}

/** A table column: heading, cell of a row, CSS classes of its cells. */
export type Column<Row> = readonly [head: string, cell: (row: Row) => Cell, classes?: string];
type Cell = Html | string | number;

/**
 * A table; on narrow screens the rows of one with sentences or more than three columns become cards, where 'Actions' has no label.
 * `none` replaces an empty table.
 */
export function adminTable<Row>(
  label: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  none?: string,
): Html {
  if (rows.length === 0) return none ? card(none) : html`<p class="muted">None.</p>`;
  const cellOf = (row: Row, [head, cell, classes = '']: Column<Row>, index: number) => {
    if (index === 0) return html`<th scope="row" class="${classes}">${cell(row)}</th>`;
    if (head === 'Actions') return html`<td>${cell(row)}</td>`;
    return html`<td class="${classes}" data-label="${head}"><div>${cell(row)}</div></td>`;
  };
  const isWide = columns.length > 3 || columns.some(([, , words]) => words === 'admin-words');
  return html`<div class="admin-scroll ${isWide ? 'admin-cards' : ''}" tabindex="0" role="region" aria-label="${label}">
<table class="admin-table">
<thead><tr>${columns.map(([head, , classes = '']) => html`<th scope="col" class="${/number/.exec(classes) ?? ''}">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${columns.map((column, index) => cellOf(row, column, index))}</tr>`,
  )}</tbody>
</table></div>`;
}

/** One sentence in a card, in place of a list without entries. */
export function card(text: string): Html {
  return html`<p class="card">${text}</p>`;
}

/** A cell of two lines, the second one smaller; an empty second line is left out. */
export function lines(first: Html | string, second: Html | string): Html {
  return html`${first}${second && html`<br><span class="muted small">${second}</span>`}`;
}

/** A coloured status word. */
export function badge(tone: 'green' | 'yellow' | 'red' | 'grey', word: string): Html {
  return html`<span class="badge tone-${tone}">${capitalised(word)}</span>`;
}

/** An email address that may wrap after its @. */
export function address(email: string): Html {
  const at = email.indexOf('@') + 1;
  return html`${email.slice(0, at)}<wbr>${email.slice(at)}`;
}

export function productLink(id: string, name: string): Html {
  return html`<a href="${productPath(id, name)}">${name}</a>`;
}

/** A link to a shop's page; plain text where the address is not a web address, as feeds may state anything. */
export function shopLink(crawledUrl: string, text: Html | string): Html | string {
  const url = publicDemoUrl(crawledUrl, getContext<AdminEnv>().env.config.siteUrl);
  return /^https?:\/\//i.test(url) ? html`<a href="${url}" rel="noreferrer">${text}</a>` : text;
}

/** A time in Sydney to the minute; the `datetime` attribute holds the exact value. */
export function moment(at: Date | null | undefined): Html {
  return at
    ? html`<time datetime="${at.toISOString()}">${minuteText(at)}</time>`
    : html`<span class="muted">never</span>`;
}

/** '20 s', '35 min', '7 h', '3 d'. */
export function duration(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < 1) return `${Math.round(minutes * 60)} s`;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} d`;
}
