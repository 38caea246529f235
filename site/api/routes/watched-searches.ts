import { z } from 'zod';
import {
  changeSearch,
  endSearchByLink,
  isMailable,
  MOST_SEARCHES,
  watchedSearchesOf,
  watchSearch,
} from '#db/queries/alerts/watched-searches.ts';
import { PublicError } from '#domain/errors.ts';
import { addFilters, watchText } from '#domain/search/search-filters.ts';
import { byId, removes, topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import { withMails } from '../mails/queue-mail.ts';
import { askToConfirm } from './alerts.ts';
import { mailLink } from './mail-link.ts';
import { searchFilters, searchQuery } from './search.ts';

const restDays = z.number().int().min(1).max(90).describe('Days between two mails');

const watchedSearch = z.object({
  id: z.uuid(),
  query: z.string(),
  filters: searchFilters,
  text: z.string().describe('The search in words: “lego star wars”, at most $40.00'),
  path: z.string().describe('Its results page'),
  restDays,
  matches: z.number().int().describe('Products that match now'),
  createdAt: z.iso.datetime(),
  mailedAt: z.iso.datetime().nullable(),
});
/** A watched search as its owner sees it; prices in dollars. */
export type WatchedSearch = z.infer<typeof watchedSearch>;

/** Searches whose new matches and falls are mailed. */
export const watchedSearchRoutes = topic()
  .user('GET /watched-searches', 'The searches that the caller watches', {
    data: z.array(watchedSearch),
    async run({ em, caller }) {
      return (await watchedSearchesOf(em, caller.id)).map((row) => ({
        ...row,
        text: watchText(row.query, row.filters),
        path: `/search?${addFilters(new URLSearchParams({ q: row.query }), row.filters)}`,
      }));
    },
  })
  .user('POST /watched-searches', 'Watches a search: mails new matches and falls', {
    limit: 'write',
    body: z.object({
      query: searchQuery,
      filters: searchFilters.default({}),
      restDays: restDays.default(1),
    }),
    data: z.object({ id: z.uuid(), state: z.enum(['watching', 'unconfirmed']) }),
    status: 201,
    async run({ env, em, caller, body }) {
      const id = await watchSearch(em, caller.id, body);
      if (id === null) {
        const text = `You watch ${MOST_SEARCHES} searches at most: end some first.`;
        throw new PublicError(409, 'too-many', text);
      }
      if (await isMailable(em, caller.id)) return { id, state: 'watching' as const };
      await withMails(env, (_tx, add) => askToConfirm(env, add, caller.id, caller.email));
      return { id, state: 'unconfirmed' as const };
    },
  })
  .user('PATCH /watched-searches/{id}', 'Changes the rest or the highest price of a search', {
    limit: 'write',
    params: byId,
    body: z.object({
      restDays: restDays.optional(),
      maxPrice: searchFilters.shape.maxPrice.unwrap().nullable().optional(),
    }),
    async run({ em, caller, param, body }) {
      found(await changeSearch(em, caller.id, param.id, body), 'watched search');
    },
  })
  .user(
    'DELETE /watched-searches/{id}',
    'Ends a watched search',
    removes('watched search', 'watched_search'),
  )
  .route(
    '/',
    mailLink('/watched-searches/unsubscribe', {
      summary: 'Ends a watched search, by the link in its mail',
      purpose: 'end-search',
      question: 'Stop watching this search?',
      button: 'Stop watching',
      act: ({ em }, id) => endSearchByLink(em(), id),
      done: 'We no longer watch this search. You will get no more mail from it.',
    }),
  );
