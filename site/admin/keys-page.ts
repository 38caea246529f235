import type { Hono } from 'hono';
import { z } from 'zod';
import { endApiKey, newestApiKeys } from '#db/queries/accounts/api-keys.ts';
import type { ApiServices } from '../api/core/services.ts';
import { actionButton, address, adminTable, moment, sectionAction, sectionPage } from './layout.ts';
import type { AdminEnv } from './operator-session.ts';

const SECTION = '/admin/keys';
const SHOWN = 200;
const NOTICES = {
  revoked: 'Revoked. The key no longer works.',
  unknown: 'This key does not exist.',
};

/** /admin/keys: all API keys, last used first, with a button to revoke each. */
export function keysPage(app: Hono<AdminEnv>, services: ApiServices): void {
  sectionPage(app, { section: SECTION, title: 'API keys', notices: NOTICES }, async (c) => {
    const keys = await newestApiKeys(services.em(), SHOWN);
    const revoke = ({ id, prefix: of }: (typeof keys)[number]) =>
      actionButton(c.get('operator'), {
        path: `${SECTION}/${id}/revoke`,
        label: 'Revoke',
        of,
        look: 'danger',
      });
    return adminTable(
      'API keys',
      keys,
      [
        ['Key', ({ prefix }) => `${prefix}…`],
        ['Name', ({ name }) => name, 'admin-words'],
        ['Owner', ({ email }) => address(email)],
        ['Created', ({ createdAt }) => moment(createdAt)],
        ['Last used', ({ lastUsedAt }) => moment(lastUsedAt)],
        ['Actions', revoke],
      ],
      'No API keys.',
    );
  });
  sectionAction(app, `${SECTION}/:id/revoke`, z.object({ id: z.uuid() }), async ({ id }) => {
    await endApiKey(services.em(), id);
    return 'revoked';
  });
}
