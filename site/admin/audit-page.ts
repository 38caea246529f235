import type { InferEntity } from '@mikro-orm/core';
import { html } from 'hono/html';
import { OperatorAction } from '#db/entities/operations.ts';
import { newestAccountEvents } from '#db/queries/accounts/second-factor.ts';
import {
  ACCOUNT_EVENT_WORDS,
  ACCOUNT_WAY_WORDS,
  type AccountEventKind,
} from '#domain/account/account-events.ts';
import { firstOf } from '#domain/search/query-text.ts';
import type { CallEnv } from '../api/core/env.ts';
import type { Html } from '../api/core/page.ts';
import { address, badge, type Column, filterChips, moment, sectionPage } from './layout.ts';
import { type AdminApp, type AdminContext, formFields } from './operator-session.ts';
import { pagedTable } from './paged-table.ts';

const SECTION = '/admin/audit';
const SHOWN = 200;

/** Records the operator’s action with its form fields, each cut to 200 characters. */
export async function noteAction(c: AdminContext): Promise<void> {
  const { csrf: _token, ...given } = await formFields(c);
  const fields = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, firstOf(String(value), 200)]),
  );
  const { email } = c.get('operator');
  await c.env.em().insert(OperatorAction, { operator: email, path: c.req.path, fields });
}

const LISTS = [
  ['sign-ins', 'Sign-ins'],
  ['actions', 'Operators’ actions'],
] as const;

/** /admin/audit: all sign-in events or the operators’ actions, newest first. */
export function auditPage(app: AdminApp): void {
  sectionPage(app, { section: SECTION, title: 'Audit' }, async (c) => {
    const show = c.req.query('show') === 'actions' ? 'actions' : 'sign-ins';
    const list = show === 'actions' ? await actionList(c.env) : await signInList(c.env);
    return html`<p class="muted">The latest ${SHOWN}.</p>
${filterChips('Lists', { name: 'show', chosen: show }, LISTS)}
${list}`;
  });
}

async function actionList({ em }: CallEnv): Promise<Html> {
  const newest = { orderBy: { doneAt: 'desc' }, limit: SHOWN } as const;
  const rows = await em().find(OperatorAction, {}, newest);
  const list = { none: 'No actions yet.', query: { show: 'actions' } };
  return pagedTable('Operators’ actions', rows, ACTIONS, list);
}

async function signInList({ em }: CallEnv): Promise<Html> {
  const rows = await newestAccountEvents(em(), SHOWN);
  return html`<p class="muted">Network is a keyed hash: equal hashes are the same network.</p>
${pagedTable('Sign-ins', rows, EVENTS, { none: 'No sign-ins yet.' })}`;
}

const ACTIONS: Column<InferEntity<typeof OperatorAction>>[] = [
  ['Time', ({ doneAt }) => moment(doneAt)],
  ['Operator', ({ operator }) => address(operator)],
  ['Action', ({ path }) => path.replace('/admin/', '')],
  [
    'Fields',
    ({ fields }) =>
      html`${Object.entries(fields).map(([name, value]) => html`${name}: ${value}<br>`)}`,
  ],
];

const EVENTS: Column<Awaited<ReturnType<typeof newestAccountEvents>>[number]>[] = [
  ['Time', ({ happenedAt }) => moment(happenedAt)],
  [
    'Account',
    ({ email }) => (email ? address(email) : html`<span class="muted">no account</span>`),
  ],
  ['Event', ({ kind }) => badge(TONES[kind] ?? 'grey', ACCOUNT_EVENT_WORDS[kind])],
  ['Method', ({ way, atAdmin }) => `${ACCOUNT_WAY_WORDS[way]}${atAdmin ? ', at /admin' : ''}`],
  ['Network', ({ network }) => (network ? network.slice(0, 8) : '–')],
];

/** Badge colours of notable events; all others are grey. */
const TONES: Partial<Record<AccountEventKind, 'green' | 'yellow' | 'red'>> = {
  'signed-in': 'green',
  'sign-in-refused': 'yellow',
  'code-refused': 'red',
  'second-factor-off': 'yellow',
};
