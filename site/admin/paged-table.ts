import { getContext } from 'hono/context-storage';
import { html } from 'hono/html';
import type { Html } from '../api/core/page.ts';
import { adminTable, type Column, card, pageNumber, pathWith } from './layout.ts';
import type { AdminEnv } from './operator-session.ts';

/** A phone shows each row as a card. */
const ROWS_A_PAGE = 20;

/** The main list of the page that was called. */
interface PagedList<Row> {
  read(slice: { limit: number; offset: number }): Promise<{ total: number; rows: readonly Row[] }>;
  show(rows: readonly Row[]): Html;
  /** Text in place of a list without rows. */
  none: string;
  /** The other parameters of the call. */
  query?: Record<string, string | null>;
  size?: number;
}

/** The rows that parameter `page` names, and a pager. A page beyond the last is the last, as rows may have gone meanwhile. */
export async function pagedList<Row>(list: PagedList<Row>): Promise<Html> {
  const { read, show, none, query = {}, size = ROWS_A_PAGE } = list;
  const { req } = getContext<AdminEnv>();
  const readPage = (page: number) => read({ limit: size, offset: (page - 1) * size });
  let page = pageNumber.parse(req.query('page'));
  let { total, rows } = await readPage(page);
  if (rows.length === 0 && page > 1) {
    // Some queries count no rows beyond the last page.
    page = Math.max(1, Math.ceil(total / size));
    ({ total, rows } = await readPage(page));
  }
  if (total === 0) return card(none);
  const pages = Math.ceil(total / size);
  if (pages === 1) return show(rows);
  const range = html`<span class="muted">${(page - 1) * size + 1}–${Math.min(total, page * size)} of ${total}</span>`;
  const to = (other: number, rel: string, text: string) =>
    html`<a class="chip" href="${pathWith(req.path, query, other)}" rel="${rel}">${text}</a>`;
  const pager = html`<nav class="row" aria-label="Pages">
${page > 1 ? to(page - 1, 'prev', 'Previous') : ''}${range}${page < pages ? to(page + 1, 'next', 'Next') : ''}</nav>`;
  return html`${show(rows)}${pager}`;
}

export function pagedTable<Row>(
  label: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  list: Pick<PagedList<Row>, 'none' | 'query'>,
): Promise<Html> {
  return pagedList({
    read: async ({ limit, offset }) => ({
      total: rows.length,
      rows: rows.slice(offset, offset + limit),
    }),
    show: (some) => adminTable(label, some, columns),
    ...list,
  });
}
