import { z } from 'zod';
import { exportUser } from '#db/queries/accounts/export-user.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { signedIn } from '../require.ts';
import { type RouteTable, route, success } from '../route.ts';

const rows = z.array(z.record(z.string(), z.unknown()));

/** A person's own data in one file (Australian Privacy Principle 12). */
export const exportRoutes: RouteTable = {
  'GET /auth/export': route({
    summary: 'Everything that is stored of the caller, as a file',
    access: 'user',
    limit: 'write',
    answer: z.object({
      success: z.literal(true),
      data: z.object({
        exportedAt: z.iso.datetime(),
        account: z.record(z.string(), z.unknown()),
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
    }),
    async handle({ services, caller }) {
      const person = signedIn(caller);
      const { account, ...lists } = await exportUser(services.em(), person.id);
      const exportedAt = new Date().toISOString();
      const file = `${SITE_NAME.toLowerCase()}-data-${exportedAt.slice(0, 10)}.json`;
      return {
        ...success({ exportedAt, account: account[0] ?? {}, ...lists }),
        headers: { 'content-disposition': `attachment; filename="${file}"` },
      };
    },
  }),
};
