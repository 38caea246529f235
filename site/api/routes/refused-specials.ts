import { z } from 'zod';
import { topic } from '../core/call.ts';
import { refusedSpecial, worstSpecials } from '../responses/refused-specials.ts';

/** Reads the price points of every claim. */
const SHARED_FOR_MS = 60_000;

/** Claimed former prices that nobody was charged. */
export const refusedSpecialRoutes = topic().shared(
  'GET /refused-specials',
  'The worst former prices that shops claim and nobody was charged',
  {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS,
    data: z.array(refusedSpecial),
    rows: (specials) => specials,
    run: ({ env }) => worstSpecials(env),
  },
);
