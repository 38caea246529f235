import { html } from 'hono/html';
import type { OperatorSession } from '#db/queries/accounts/sign-in.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { type Html, page } from '../api/core/page.ts';
import type { ApiServices } from '../api/core/services.ts';
import { formToken } from './operator-session.ts';

const SECTIONS = [
  ['/admin/retailers', 'Retailers'],
  ['/admin/runs', 'Runs'],
  ['/admin/quarantine', 'Quarantine'],
  ['/admin/refused', 'Refused'],
  ['/admin/outbox', 'Outbox'],
  ['/admin/queues', 'Queues'],
] as const;

export interface AdminPage {
  title: string;
  /** The section's path, marked in the navigation. */
  section: (typeof SECTIONS)[number][0];
  operator: OperatorSession;
  /** A sentence about what was just done. */
  notice?: string | undefined;
  body: Html | Promise<Html>;
}

/** A page of /admin in its frame. */
export function adminPage(
  services: ApiServices,
  { title, section, operator, notice, body }: AdminPage,
): Promise<Response> {
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
${csrfField(services, operator)}
<button class="link-button">Sign out</button>
</form>
</div></header>
<main id="content" class="admin-wrap page stack loose">
<h1 class="admin-title">${title}</h1>
${notice ? html`<p class="card admin-notice" role="status">${notice}</p>` : ''}
${body}
</main>`,
  );
}

/** The hidden field that every form of a signed-in operator carries. */
export function csrfField(services: ApiServices, { sessionId }: OperatorSession): Html {
  return html`<input type="hidden" name="csrf" value="${formToken(services, sessionId)}">`;
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
