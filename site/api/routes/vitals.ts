import { z } from 'zod';
import { DONE, done, forAnyone, topic } from '../core/call.ts';

/** Kinds of pages, by the first part of their address; whatever else is sent counts as 'other'. */
const PAGES: ReadonlySet<string> = new Set([
  'home',
  'about',
  'categories',
  'deals',
  'faq',
  'favorites',
  'help',
  'login',
  'privacy',
  'product',
  'products',
  'profile',
  'recommendations',
  'retailers',
  'search',
  'smart-search',
  'status',
  'terms',
  'trending',
]);

/** No page takes longer; a larger figure is a clock that jumped. */
const milliseconds = z.number().min(0).max(120_000).optional();

/** The speed of pages as their visitors met it; kept as histograms only, shown at /metrics. */
export const vitalsRoutes = topic().openapi(
  // Without a limit of its own: it stores no row, and adds to a fixed number of counters in memory.
  forAnyone(
    'POST /vitals',
    'Speed figures of one visit to a page; nothing of who visited is taken or kept',
    {
      body: z.object({
        page: z.string().max(40),
        TTFB: milliseconds,
        FCP: milliseconds,
        LCP: milliseconds,
        INP: milliseconds,
        CLS: z.number().min(0).max(100).optional(),
      }),
      answer: done,
      status: 201,
    },
  ),
  ({ env: { metrics }, req, json }) => {
    const { page, ...figures } = req.valid('json');
    metrics.vitals(PAGES.has(page) ? page : 'other', figures);
    return json(DONE, 201);
  },
);
