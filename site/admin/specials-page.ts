import type { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { refusedSpecials, replyToSpecial } from '#db/queries/products/refused-specials.ts';
import { formatAud } from '#domain/money.ts';
import { productPath } from '#domain/public-path.ts';
import type { ApiServices } from '../api/core/services.ts';
import {
  adminTable,
  type Column,
  csrfField,
  lines,
  moment,
  type Operator,
  sectionPage,
} from './layout.ts';
import { type AdminEnv, formFields } from './operator-session.ts';

const SECTION = '/admin/specials';
const SHOWN = 100;

/** An empty text takes the reply back. */
const reply = z.object({ id: z.uuid(), text: z.string().trim().max(1_000) });

const NOTICES: Readonly<Record<string, string>> = {
  kept: 'Kept. The page of refused specials shows it within five minutes.',
  unknown: 'There is no such claim, or the reply is longer than 1,000 characters.',
};

type Special = Awaited<ReturnType<typeof refusedSpecials>>[number];

/** /admin/specials: claimed former prices that nobody was charged, and what their shops reply. */
export function specialsPage(app: Hono<AdminEnv>, services: ApiServices): void {
  sectionPage(app, { section: SECTION, title: 'Refused specials', notices: NOTICES }, async (c) => {
    const rows = await refusedSpecials(services.em(), SHOWN);
    return html`<p class="muted">What a shop writes to us about a claim of its own stands beneath it on
<a href="/refused-specials">the public page</a>, word for word, as long as it makes the same claim. Times are UTC.</p>
${adminTable('Refused specials', rows, columns(c.get('operator')), html`<p class="card">No claim is refused.</p>`)}`;
  });
  app.post(`${SECTION}/:id`, async (c) => {
    const { text } = await formFields(c);
    const read = reply.safeParse({ id: c.req.param('id'), text });
    const writtenBy = c.get('operator').email;
    const isKept =
      read.success &&
      (await replyToSpecial(services.em(), read.data.id, { text: read.data.text, writtenBy }));
    return c.redirect(`${SECTION}?done=${isKept ? 'kept' : 'unknown'}`, 303);
  });
}

function columns(operator: Operator): Column<Special>[] {
  return [
    [
      'Offer',
      ({ productId, productName, retailerName }) =>
        lines(
          html`<a href="${productPath(productId, productName)}">${productName}</a>`,
          retailerName,
        ),
      'admin-words',
    ],
    ['Claimed', ({ claimedCents }) => formatAud(claimedCents), 'number'],
    ['Asked', ({ priceCents }) => formatAud(priceCents), 'number'],
    ['Read', ({ lastSeenAt }) => moment(lastSeenAt)],
    ['Replied', ({ repliedAt }) => moment(repliedAt)],
    [
      'Actions',
      ({ offerId, productName, reply: text }) =>
        html`<details ${text ? 'open' : ''}><summary>${text ? 'Its words' : 'Write it down'}<span class="visually-hidden"> about ${productName}</span></summary>
<form class="stack tight" method="post" action="${SECTION}/${offerId}">${csrfField(operator)}
<textarea class="input" name="text" rows="2" maxlength="1000" aria-label="Reply about ${productName}">${text ?? ''}</textarea>
<button class="button small" aria-label="Keep the reply about ${productName}">Keep</button></form></details>`,
    ],
  ];
}
