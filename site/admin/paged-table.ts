import { getContext } from 'hono/context-storage';
import { html } from 'hono/html';
import type { Html } from '../api/core/page.ts';
import { adminTable, type Column, listPage, pageNumber } from './layout.ts';
import type { AdminEnv } from './operator-session.ts';

/** A phone shows each row as a card. */
const ROWS_A_PAGE = 20;

/** The main list of the page that was called. */
interface PagedList<Row> {
  label: string;
  /** All of them. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Text in place of a list without rows. */
  none: string;
  /** The other parameters of the call. */
  query?: Record<string, string | null>;
}

/** A table of those rows that parameter `page` names, and a pager. A page beyond the last is the last, as rows may have gone meanwhile. */
export function pagedTable<Row>({ label, rows, columns, none, query = {} }: PagedList<Row>): Html {
  const { req } = getContext<AdminEnv>();
  const last = Math.max(1, Math.ceil(rows.length / ROWS_A_PAGE));
  const page = Math.min(pageNumber.parse(req.query('page')), last);
  const list = listPage(req.path, query, { page, size: ROWS_A_PAGE });
  const { limit, offset } = list.slice;
  const table = adminTable(label, rows.slice(offset, offset + limit), columns, none);
  return html`${table}${rows.length === 0 ? '' : list.pager(rows.length)}`;
}
