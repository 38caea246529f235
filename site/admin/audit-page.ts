import type { InferEntity } from '@mikro-orm/core';
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { OperatorAction } from '#db/entities/operator-action.ts';
import { newestAccountEvents } from '#db/queries/accounts/second-factor.ts';
import type { AccountEventKind } from '#domain/account/account-events.ts';
import { ACCOUNT_EVENT_WORDS, ACCOUNT_WAY_WORDS } from '#domain/account/account-events.ts';
import type { Html } from '../api/core/page.ts';
import type { ApiServices } from '../api/core/services.ts';
import { address, adminTable, badge, moment, sectionPage } from './layout.ts';
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

/** /admin/audit: what operators did, and who signed in or was refused, newest first. */
export function auditPage(app: Hono<AdminEnv>, services: ApiServices): void {
  sectionPage(app, { section: SECTION, title: 'Audit' }, async () => {
    const newest = { orderBy: { doneAt: 'desc' }, limit: SHOWN } as const;
    const [actions, events] = await Promise.all([
      services.em().find(OperatorAction, {}, newest),
      newestAccountEvents(services.em(), SHOWN),
    ]);
    return html`<h2>What operators did</h2>
${actions.length === 0 ? html`<p class="card">No operator has changed anything yet.</p>` : actionTable(actions)}
<h2>Sign-ins</h2>
<p class="muted">The latest ${SHOWN}. The same network has the same word; nobody can tell which one it is.</p>
${events.length === 0 ? html`<p class="card">Nobody has signed in yet.</p>` : eventTable(events)}`;
  });
}

function actionTable(actions: readonly InferEntity<typeof OperatorAction>[]): Html {
  return adminTable('What operators did', actions, [
    ['When', ({ doneAt }) => moment(doneAt)],
    ['Who', ({ operator }) => address(operator)],
    ['What', ({ path }) => path.replace('/admin/', '')],
    ['With', ({ fields }) => html`${Object.entries(fields).map(pair)}`],
  ]);
}

function eventTable(events: Awaited<ReturnType<typeof newestAccountEvents>>): Html {
  return adminTable('Sign-ins', events, [
    ['When', ({ happenedAt }) => moment(happenedAt)],
    [
      'Account',
      ({ email }) => (email ? address(email) : html`<span class="muted">no account</span>`),
    ],
    ['What', ({ kind }) => badge(TONES[kind] ?? 'grey', ACCOUNT_EVENT_WORDS[kind])],
    ['By', ({ way, atAdmin }) => `${ACCOUNT_WAY_WORDS[way]}${atAdmin ? ', at /admin' : ''}`],
    ['Network', ({ network }) => (network ? network.slice(0, 8) : '–')],
  ]);
}

/** What an operator should look at is not grey. */
const TONES: Partial<Record<AccountEventKind, 'green' | 'yellow' | 'red'>> = {
  'signed-in': 'green',
  'sign-in-refused': 'yellow',
  'code-refused': 'red',
  'second-factor-off': 'yellow',
};

const pair = ([name, value]: [string, string]) => html`${name}: ${value}<br>`;
