import { z } from 'zod';
import { topic } from '../core/call.ts';
import { shrunkProduct, shrunkProducts } from '../responses/shrink-watch.ts';

/** Reads the year of every product whose pack changed. */
const SHARED_FOR_MS = 60_000;

/** Packs that shrank at the same price. */
export const shrinkWatchRoutes = topic().shared(
  'GET /shrink-watch',
  'Packs that shrank while their price stayed or rose, with the true rise',
  {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS,
    data: z.array(shrunkProduct),
    run: ({ env }) => shrunkProducts(env),
  },
);
