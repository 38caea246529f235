import type { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { endApiKey, newestApiKeys } from '#db/queries/accounts/api-keys.ts';
import type { ApiServices } from '../api/core/services.ts';
import { actionButton, address, adminTable, moment, type Operator, sectionPage } from './layout.ts';
import type { AdminEnv } from './operator-session.ts';

const SECTION = '/admin/keys';
const SHOWN = 200;

/** /admin/keys: the API keys of all people, the last used first, and a button to revoke each. */
export function keysPage(app: Hono<AdminEnv>, services: ApiServices): void {
  sectionPage(app, { section: SECTION, title: 'API keys' }, async (c) => {
    const keys = await newestApiKeys(services.em(), SHOWN);
    const operator = c.get('operator');
    return adminTable(
      'API keys',
      keys,
      [
        ['Key', ({ prefix }) => `${prefix}…`],
        ['Name', ({ name }) => name, 'admin-words'],
        ['Whose', ({ email }) => address(email)],
        ['Made', ({ createdAt }) => moment(createdAt)],
        ['Last used', ({ lastUsedAt }) => moment(lastUsedAt)],
        ['Actions', (key) => revokeButton(operator, key)],
      ],
      html`<p class="card">Nobody has an API key.</p>`,
    );
  });
  app.post(`${SECTION}/:id/revoke`, async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    if (!id.success) return c.notFound();
    await endApiKey(services.em(), id.data);
    return c.redirect(SECTION, 303);
  });
}

function revokeButton(by: Operator, { id, prefix: of }: { id: string; prefix: string }) {
  const path = `${SECTION}/${id}/revoke`;
  return actionButton(by, { path, label: 'Revoke', of, look: 'danger' });
}
