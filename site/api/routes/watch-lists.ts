import { z } from 'zod';
import { topic } from '../core/call.ts';
import { refusedSpecial, worstSpecials } from '../responses/refused-specials.ts';
import { shrunkProduct, shrunkProducts } from '../responses/shrink-watch.ts';

/** Both read the price points of many products. */
const watched = { limit: 'search', sharedForMs: 60_000 } as const;

/** What shops would rather not have watched: former prices that nobody was charged, and packs that shrank at the same price. */
export const watchListRoutes = topic()
  .shared(
    'GET /refused-specials',
    'The worst former prices that shops claim and nobody was charged',
    {
      ...watched,
      data: z.array(refusedSpecial),
      rows: (specials) => specials,
      run: ({ env }) => worstSpecials(env),
    },
  )
  .shared(
    'GET /shrink-watch',
    'Packs that shrank while their price stayed or rose, with the true rise',
    {
      ...watched,
      data: z.array(shrunkProduct),
      run: ({ env }) => shrunkProducts(env),
    },
  );
