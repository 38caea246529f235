import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { OperatorAction } from '#db/entities/operator-action.ts';
import type { ApiServices } from '../api/core/services.ts';
import { adminPage, adminTable, moment } from './layout.ts';
import { type AdminEnv, formFields } from './operator-session.ts';

const SECTION = '/admin/audit';
const SHOWN = 200;

/** Keeps what the operator just did; fields are cut to 200 characters. */
export async function noteAction(services: ApiServices, c: Context<AdminEnv>): Promise<void> {
  const { csrf: _token, ...given } = await formFields(c);
  const fields = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, String(value).slice(0, 200)]),
  );
  const { email } = c.get('operator');
  await services.em().insert(OperatorAction, { operator: email, path: c.req.path, fields });
}

/** /admin/audit: what operators did, newest first. */
export function auditPage(app: Hono<AdminEnv>, services: ApiServices): void {
  app.get(SECTION, async (c) => {
    const newest = { orderBy: { doneAt: 'desc' }, limit: SHOWN } as const;
    const actions = await services.em().find(OperatorAction, {}, newest);
    return adminPage(c, {
      title: 'Audit',
      section: SECTION,
      body:
        actions.length === 0
          ? html`<p>No operator has changed anything yet.</p>`
          : adminTable('What operators did', actions, [
              ['When', ({ doneAt }) => moment(doneAt)],
              ['Who', ({ operator }) => operator],
              ['What', ({ path }) => path.replace('/admin/', '')],
              ['With', ({ fields }) => html`${Object.entries(fields).map(pair)}`],
            ]),
    });
  });
}

const pair = ([name, value]: [string, string]) => html`${name}: ${value}<br>`;
