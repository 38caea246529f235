import { html } from 'hono/html';
import { z } from 'zod';
import { refusedSpecials, replyToSpecial } from '#db/queries/products/refused-specials.ts';
import { formatAud } from '#domain/money.ts';
import {
  type Column,
  csrfField,
  lines,
  moment,
  productLink,
  sectionAction,
  sectionPage,
} from './layout.ts';
import type { AdminApp } from './operator-session.ts';
import { pagedTable } from './paged-table.ts';

const SECTION = '/admin/specials';
const SHOWN = 100;

/** An empty text deletes the reply. */
const reply = z.object({ id: z.uuid(), text: z.string().trim().max(1_000) });

const NOTICES: Readonly<Record<string, string>> = {
  saved: 'Saved. The public page shows the change within five minutes.',
  unknown: 'This claim does not exist, or the reply is longer than 1,000 characters.',
};

type Special = Awaited<ReturnType<typeof refusedSpecials>>[number];

/** /admin/specials: claimed former prices that nobody was charged, and the replies of their shops. */
export function specialsPage(app: AdminApp): void {
  sectionPage(app, { section: SECTION, title: 'Refused specials', notices: NOTICES }, async (c) => {
    const rows = await refusedSpecials(c.env.em(), SHOWN);
    return html`<p class="muted">Enter a shop’s reply word for word. It appears below the claim on <a href="/refused-specials">the public
page</a> while the shop makes the same claim. The ${SHOWN} largest claims.</p>
${pagedTable('Refused specials', rows, COLUMNS, { none: 'No refused specials.' })}`;
  });
  sectionAction(app, `${SECTION}/:id`, reply, async ({ id, text }, { em }, writtenBy) =>
    (await replyToSpecial(em(), id, { text, writtenBy })) ? 'saved' : 'unknown',
  );
}

const COLUMNS: Column<Special>[] = [
  [
    'Offer',
    ({ productId, productName, retailerName }) =>
      lines(productLink(productId, productName), retailerName),
    'admin-words',
  ],
  ['Claimed', ({ claimedCents }) => formatAud(claimedCents), 'number'],
  ['Price', ({ priceCents }) => formatAud(priceCents), 'number'],
  ['Read', ({ lastSeenAt }) => moment(lastSeenAt)],
  ['Replied', ({ repliedAt }) => moment(repliedAt)],
  [
    'Actions',
    ({ offerId, productName, reply: text }) =>
      html`<details ${text ? 'open' : ''}><summary>${text ? 'Reply' : 'Add reply'}<span class="visually-hidden"> about ${productName}</span></summary>
<form class="stack tight" method="post" action="${SECTION}/${offerId}">${csrfField()}
<textarea class="input" name="text" rows="2" maxlength="1000" aria-label="Reply about ${productName}">${text ?? ''}</textarea>
<button class="button small" aria-label="Save the reply about ${productName}">Save</button></form></details>`,
  ],
];
