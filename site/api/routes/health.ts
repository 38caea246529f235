import { z } from 'zod';
import { type RouteTable, route, success } from '../route.ts';

/** What the service says of itself: GET /health and GET /features. */
export const healthRoutes: RouteTable = {
  'GET /health': route({
    summary: 'Whether the service works, and how far the crawl is',
    access: 'public',
    answer: z.object({
      success: z.literal(true),
      data: z.object({
        status: z.literal('ok'),
        queue: z.enum(['postgres', 'redis']),
        crawl: z.object({
          retailers: z.number(),
          pages: z.number(),
          checked: z.number(),
          due: z.number(),
          offers: z.number(),
        }),
      }),
    }),
    async handle({ services }) {
      const [crawl] = await Promise.all([services.progress(), services.storesUp()]);
      return {
        body: { success: true, data: { status: 'ok', queue: services.queues.backend.kind, crawl } },
      };
    },
  }),

  'GET /features': route({
    summary: 'What the operator shows as coming soon (FEATURES_COMING_SOON)',
    access: 'public',
    answer: z.object({
      success: z.literal(true),
      data: z.object({ comingSoon: z.array(z.string()) }),
    }),
    handle: async ({ services }) => success({ comingSoon: services.config.featuresComingSoon }),
  }),
};
