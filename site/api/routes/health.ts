import { z } from 'zod';
import { crawlProgress } from '#db/queries/pages.ts';
import { type RouteTable, route } from '../route.ts';

/** GET /health: whether the database answers, and how far the crawl is. */
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
      const crawl = await crawlProgress(services.em());
      return {
        body: { success: true, data: { status: 'ok', queue: services.queues.backend.kind, crawl } },
      };
    },
  }),
};
