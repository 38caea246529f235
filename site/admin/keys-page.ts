import { z } from 'zod';
import { endApiKey, newestApiKeys } from '#db/queries/accounts/api-keys.ts';
import {
  actionButton,
  address,
  type Column,
  moment,
  sectionAction,
  sectionPage,
} from './layout.ts';
import type { AdminApp } from './operator-session.ts';
import { pagedTable } from './paged-table.ts';

const SECTION = '/admin/keys';
const SHOWN = 200;
const NOTICES = {
  revoked: 'Revoked. The key no longer works.',
  unknown: 'This key does not exist.',
};

/** /admin/keys: all API keys, last used first, with a button to revoke each. */
export function keysPage(app: AdminApp): void {
  sectionPage(app, { section: SECTION, title: 'API keys', notices: NOTICES }, async (c) => {
    const keys = await newestApiKeys(c.env.em(), SHOWN);
    return pagedTable('API keys', keys, COLUMNS, { none: 'No API keys.' });
  });
  sectionAction(
    app,
    `${SECTION}/:id/revoke`,
    z.object({ id: z.uuid() }),
    async ({ id }, { em }) => {
      await endApiKey(em(), id);
      return 'revoked';
    },
  );
}

const COLUMNS: Column<Awaited<ReturnType<typeof newestApiKeys>>[number]>[] = [
  ['Key', ({ prefix }) => `${prefix}…`],
  ['Name', ({ name }) => name, 'admin-words'],
  ['Owner', ({ email }) => address(email)],
  ['Created', ({ createdAt }) => moment(createdAt)],
  ['Last used', ({ lastUsedAt }) => moment(lastUsedAt)],
  ['Actions', revokeButton],
];

function revokeButton({ id, prefix: of }: { id: string; prefix: string }) {
  const path = `${SECTION}/${id}/revoke`;
  return actionButton({ path, label: 'Revoke', of, look: 'danger' });
}
