import { z } from 'zod';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { forAnyone, ok, success, topic } from '../core/call.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';

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
export const retailerRoutes = topic().openapi(
  forAnyone('GET /retailers', 'Every retailer we read, with how fresh its prices are', {
    sharedForMs: SHARED_FOR_MS.prices,
    answer: ok(z.array(retailer)),
  }),
  async ({ env: { freshness, config }, json }) => {
    const rows = (await freshness()).map(
      ({ trustScore10, kind, status: _status, lastSuccessAt, heldSince, website, ...row }) => ({
        ...row,
        website: publicDemoUrl(website, config.siteUrl),
        trustScore: trustScore10,
        isDemo: kind === 'demo',
        lastSuccessAt: lastSuccessAt ? new Date(lastSuccessAt).toISOString() : null,
        heldSince: heldSince ? new Date(heldSince).toISOString() : null,
      }),
    );
    return json(success(rows), 200);
  },
);
