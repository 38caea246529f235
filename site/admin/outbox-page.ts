import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { findMail, type MailRow, newestMails } from '#db/queries/mails/mails.ts';
import type { ApiServices } from '../api/core/services.ts';
import type { AdminEnv } from './admin-env.ts';
import { adminPage, moment } from './layout.ts';

const SHOWN = 100;
const STATES = ['waiting', 'sending', 'sent', 'failed'] as const;

/** /admin/outbox: every mail and its state; without SMTP_URL this is where mails are read. */
export function outboxRoutes(services: ApiServices): Hono<AdminEnv> {
  const app = new Hono<AdminEnv>();
  app.get('/', async (c) => {
    const state = z.enum(STATES).safeParse(c.req.query('state')).data ?? null;
    const mails = await newestMails(services.em(), state, SHOWN);
    return adminPage(services, {
      title: 'Outbox',
      section: '/admin/outbox',
      operator: c.get('operator'),
      body: html`<nav class="row" aria-label="States">
${[null, ...STATES].map(
  (each) =>
    html`<a class="chip" href="/admin/outbox${each ? `?state=${each}` : ''}" ${each === state ? html`aria-current="true"` : ''}>${each ?? 'all'}</a>`,
)}</nav>
${services.config.smtpUrl ? '' : html`<p class="muted">SMTP_URL is not set: mails stay here.</p>`}
${mails.length === 0 ? html`<p>No mails.</p>` : table(mails)}`,
    });
  });
  app.get('/:id', async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const mail = id.success ? await findMail(services.em(), id.data) : null;
    if (!mail) return c.notFound();
    return adminPage(services, {
      title: mail.subject,
      section: '/admin/outbox',
      operator: c.get('operator'),
      body: html`<dl class="admin-facts">
<dt>To</dt><dd>${mail.recipient}</dd>
<dt>State</dt><dd>${mail.state}, ${mail.attempts} tries${mail.lastError ? `: ${mail.lastError}` : ''}</dd>
<dt>Written</dt><dd>${moment(mail.createdAt)}</dd>
<dt>Sent</dt><dd>${moment(mail.sentAt)}</dd></dl>
<pre class="card admin-mail">${linked(readable(services, mail))}</pre>
<p><a class="reach" href="/admin/outbox">All mails</a></p>`,
    });
  });
  return app;
}

function table(mails: MailRow[]) {
  return html`<div class="admin-scroll" tabindex="0" role="region" aria-label="Mails">
<table class="admin-table">
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Kind</th><th scope="col">State</th><th scope="col">Written</th></tr></thead>
<tbody>${mails.map(
    (mail) => html`<tr>
<th scope="row"><a href="/admin/outbox/${mail.id}">${mail.subject}</a></th>
<td data-label="To"><span>${mail.recipient}</span></td><td data-label="Kind"><span>${mail.kind}</span></td>
<td data-label="State"><span><span class="badge ${mail.state === 'failed' ? 'tone-red' : mail.state === 'sent' ? 'tone-green' : 'tone-yellow'}">${mail.state}</span>
${mail.lastError ? html`<br><span class="small muted">${mail.lastError}</span>` : ''}</span></td>
<td data-label="Written"><span>${moment(mail.createdAt)}</span></td></tr>`,
  )}</tbody></table></div>`;
}

/** Where mails are really sent, no operator needs a reset link: it would open the shopper's account. */
function readable({ config }: ApiServices, mail: MailRow): string {
  return mail.kind === 'reset' && config.smtpUrl !== null
    ? mail.text.replaceAll(/token=\S+/g, 'token=(hidden)')
    : mail.text;
}

/** The text with its links to follow. */
function linked(text: string) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (/^https?:\/\//.test(part) ? html`<a href="${part}">${part}</a>` : part));
}
