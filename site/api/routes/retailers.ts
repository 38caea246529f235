import { z } from 'zod';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { type RouteTable, route, success } from '../route.ts';

const retailer = z.object({
  slug: z.string(),
  name: z.string(),
  category: z.string(),
  region: z.string(),
  website: z.string(),
  trustScore: z.number(),
  isDemo: z.boolean(),
  offers: z.number().int(),
  lastSuccessAt: z.iso.datetime().nullable(),
  medianAgeMinutes: z.number().int().nullable(),
  pagesRead: z.number().int(),
  pagesRefused: z.number().int(),
  heldSince: z.iso.datetime().nullable(),
});

/** The freshness ledger: each retailer's age and success, from its runs. */
export const retailerRoutes: RouteTable = {
  'GET /retailers': route({
    summary: 'Every retailer we read, with how fresh its prices are',
    access: 'public',
    sharedForMs: SHARED_FOR_MS.prices,
    answer: z.object({ success: z.literal(true), data: z.array(retailer) }),
    async handle({ services }) {
      const rows = await services.freshness();
      return success(
        rows.map(
          ({ trustScore10, kind, status: _status, lastSuccessAt, heldSince, website, ...row }) => ({
            ...row,
            website: publicDemoUrl(website, services.config.siteUrl),
            trustScore: trustScore10,
            isDemo: kind === 'demo',
            lastSuccessAt: lastSuccessAt ? new Date(lastSuccessAt).toISOString() : null,
            heldSince: heldSince ? new Date(heldSince).toISOString() : null,
          }),
        ),
      );
    },
  }),
};
