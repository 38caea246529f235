import { z } from 'zod';
import { exportUser } from '#db/queries/accounts/export-user.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { forUser, ok, success, topic } from '../core/call.ts';

const row = z.record(z.string(), z.unknown());
const rows = z.array(row);

/** A person's own data in one file (Australian Privacy Principle 12). */
export const exportRoutes = topic().openapi(
  forUser('GET /auth/export', 'Everything that is stored of the caller, as a file', {
    limit: 'write',
    answer: ok(
      z.object({
        exportedAt: z.iso.datetime(),
        account: row,
        signInMethods: rows,
        sessions: rows,
        searchHistory: rows,
        searchesCounted: rows,
        viewHistory: rows,
        favorites: rows,
        wishlist: rows,
        alerts: rows,
        confirmedAddresses: rows,
        reviews: rows,
        feedback: rows,
        newsletter: rows,
        mails: rows,
      }),
    ),
  }),
  async ({ env: { em }, var: { caller }, json, header }) => {
    const { account, ...lists } = await exportUser(em(), caller.id);
    const exportedAt = new Date().toISOString();
    const file = `${SITE_NAME.toLowerCase()}-data-${exportedAt.slice(0, 10)}.json`;
    header('content-disposition', `attachment; filename="${file}"`);
    return json(success({ exportedAt, account: account[0] ?? {}, ...lists }), 200);
  },
);
