import { z } from 'zod';
import { forAnyone, ok, success, topic } from '../core/call.ts';

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
    forAnyone('GET /health', 'Whether the service works, and how far the crawl is', {
      answer: ok(health),
    }),
    async ({ env: { progress, storesUp, queues }, json }) => {
      const [crawl] = await Promise.all([progress(), storesUp()]);
      return json(success({ status: 'ok' as const, queue: queues.backend.kind, crawl }), 200);
    },
  )
  .openapi(
    forAnyone('GET /features', 'What the operator shows as coming soon (FEATURES_COMING_SOON)', {
      answer: ok(z.object({ comingSoon: z.array(z.string()) })),
    }),
    ({ env: { config }, json }) => json(success({ comingSoon: config.featuresComingSoon }), 200),
  );
