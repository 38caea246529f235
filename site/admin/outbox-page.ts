import { html } from 'hono/html';
import { z } from 'zod';
import { findMail, type MailRow, newestMails } from '#db/queries/mails/mails.ts';
import { CLOSED_LINK, unseal } from '#db/runtime/signed-link.ts';
import { MAIL_STATES } from '#domain/text/mail-text.ts';
import type { CallEnv } from '../api/core/env.ts';
import {
  address,
  adminPage,
  badge,
  type Column,
  filterChips,
  lines,
  moment,
  sectionPage,
} from './layout.ts';
import type { AdminApp } from './operator-session.ts';
import { pagedTable } from './paged-table.ts';

const SECTION = '/admin/outbox';
const SHOWN = 100;

const COLUMNS: Column<MailRow>[] = [
  ['Subject', ({ id, subject }) => html`<a href="${SECTION}/${id}">${subject}</a>`],
  ['To', (mail) => address(mail.recipient)],
  ['Kind', (mail) => mail.kind],
  ['State', stateOf],
  ['Written', (mail) => moment(mail.createdAt)],
];

/** /admin/outbox: every mail and its state. Without SMTP_URL mails can only be read here. */
export function outboxPage(app: AdminApp): void {
  sectionPage(app, { section: SECTION, title: 'Outbox' }, async (c) => {
    const state = z.enum(MAIL_STATES).safeParse(c.req.query('state')).data ?? null;
    const mails = await newestMails(c.env.em(), state, SHOWN);
    const chips = [null, ...MAIL_STATES].map((each) => [each, each ?? 'all'] as const);
    return html`${filterChips('States', { name: 'state', chosen: state }, chips)}
${c.env.config.smtpUrl ? '' : html`<p class="muted">SMTP_URL is not set, so no mail is sent.</p>`}
${pagedTable('Mails', mails, COLUMNS, { none: 'No mails.', query: { state } })}`;
  });
  app.get(`${SECTION}/:id`, async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const mail = id.success ? await findMail(c.env.em(), id.data) : null;
    if (!mail) return c.notFound();
    return adminPage({
      title: mail.subject,
      section: SECTION,
      body: html`<dl class="admin-facts">
<dt>To</dt><dd>${mail.recipient}</dd>
<dt>State</dt><dd>${mail.state}, ${mail.attempts} attempts${mail.lastError ? `: ${mail.lastError}` : ''}</dd>
<dt>Written</dt><dd>${moment(mail.createdAt)}</dd>
<dt>Sent</dt><dd>${moment(mail.sentAt)}</dd></dl>
<pre class="card admin-mail">${withLinks(readableText(c.env, mail))}</pre>
<p><a class="reach" href="${SECTION}">All mails</a></p>`,
    });
  });
}

function stateOf({ state, lastError }: MailRow) {
  const word = badge(state === 'failed' ? 'red' : state === 'sent' ? 'green' : 'yellow', state);
  return lastError ? lines(word, lastError) : word;
}

/** Hides the token of a reset link once mails are really sent: it would open the shopper's account to an operator. */
function readableText({ config }: CallEnv, mail: MailRow): string {
  const hidden = mail.text.replaceAll(/token=sealed\S+/g, 'token=(hidden)');
  if (config.smtpUrl !== null) return hidden;
  const text = unseal(config.authSecret, mail.key, mail.text);
  return mail.kind === 'reset' && text === mail.text ? `${CLOSED_LINK}\n\n${hidden}` : text;
}

function withLinks(text: string) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (/^https?:\/\//.test(part) ? html`<a href="${part}">${part}</a>` : part));
}
