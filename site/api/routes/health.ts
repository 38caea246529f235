import { z } from 'zod';
import { call, ok } from '../core/call.ts';
import { success, topic } from '../core/env.ts';

const health = z.object({
  status: z.literal('ok'),
  queue: z.enum(['postgres', 'redis']),
  crawl: z.object({
    retailers: z.number(),
    pages: z.number(),
    checked: z.number(),
    due: z.number(),
    offers: z.number(),
  }),
});

/** What the service says of itself. */
export const healthRoutes = topic()
  .openapi(
    call('GET /health', {
      summary: 'Whether the service works, and how far the crawl is',
      access: 'public',
      answer: ok(health),
    }),
    async (c) => {
      const { services } = c.env;
      const [crawl] = await Promise.all([services.progress(), services.storesUp()]);
      return c.json(
        success({ status: 'ok' as const, queue: services.queues.backend.kind, crawl }),
        200,
      );
    },
  )
  .openapi(
    call('GET /features', {
      summary: 'What the operator shows as coming soon (FEATURES_COMING_SOON)',
      access: 'public',
      answer: ok(z.object({ comingSoon: z.array(z.string()) })),
    }),
    (c) => c.json(success({ comingSoon: c.env.services.config.featuresComingSoon }), 200),
  );
