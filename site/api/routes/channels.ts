/* Where a member's alerts and favourites go besides mail and this site: a chat or push service, and a feed. */
import { z } from 'zod';
import { findChannel, lastNote, removeChannel, setChannel } from '#db/queries/alerts/channels.ts';
import { feedOf, ownerOfFeed, renewFeed } from '#db/queries/shoppers/favorite-feed.ts';
import { type FavoriteRow, listFavorites } from '#db/queries/shoppers/favorites.ts';
import { deleteOwn } from '#db/queries/shoppers/own-rows.ts';
import { readLink, signLink } from '#db/runtime/signed-link.ts';
import { formatAud } from '#domain/money.ts';
import { productPath } from '#domain/public-path.ts';
import { CHANNELS, channelFault } from '#domain/text/channel-note.ts';
import { MAIL_STATES } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { element, xmlText } from '#domain/text/xml-text.ts';
import { topic } from '../core/call.ts';
import { found } from '../core/failures.ts';

const channelNamed = z
  .object({ channel: z.enum(CHANNELS), url: z.string().trim().max(1_000) })
  .superRefine(({ channel, url }, context) => {
    const message = channelFault(channel, url);
    if (message) context.addIssue({ code: 'custom', path: ['url'], message });
  });

const channelSeen = z.object({
  channel: z.enum(CHANNELS),
  host: z.string().nullable().describe('Of its address, which is not shown again'),
  lastNote: z
    .object({ state: z.enum(MAIL_STATES), error: z.string().nullable(), at: z.iso.datetime() })
    .nullable(),
});

const feed = z.object({ url: z.url().describe('Whoever knows it can read the favourites') });

const MOST_ENTRIES = 100;
const FEED_PATH = '/feeds/favorites';

const feedUrl = ({ siteUrl, authSecret }: { siteUrl: string; authSecret: string }, id: string) =>
  `${siteUrl}/api${FEED_PATH}?token=${signLink(authSecret, 'favorites-feed', id)}`;

export const channelRoutes = topic()
  .user('GET /user/channel', 'Where price alerts go besides mail', {
    data: channelSeen.nullable(),
    async run({ em, caller, env: { config } }) {
      const known = await findChannel(em, caller.id, config.authSecret);
      if (!known) return null;
      const note = await lastNote(em, caller.id);
      return {
        channel: known.channel,
        host: known.url && new URL(known.url).host,
        lastNote: note && { state: note.state, error: note.lastError, at: note.createdAt },
      };
    },
  })
  .user('PUT /user/channel', 'Sets where price alerts go besides mail; a first note tries it', {
    limit: 'write',
    body: channelNamed,
    run: ({ em, caller, body, env: { config } }) =>
      setChannel(em, caller.id, body, config.authSecret),
  })
  .user('DELETE /user/channel', 'Price alerts go by mail alone', {
    async run({ em, caller }) {
      found(await removeChannel(em, caller.id), 'channel');
    },
  })
  .user('GET /user/favorites-feed', 'The address of the feed of favourites, if there is one', {
    data: feed.nullable(),
    async run({ em, caller, env: { config } }) {
      const id = await feedOf(em, caller.id);
      return id === null ? null : { url: feedUrl(config, id) };
    },
  })
  .user('POST /user/favorites-feed', 'Makes an address of the feed; an earlier one ends', {
    limit: 'write',
    status: 201,
    data: feed,
    async run({ em, caller, env: { config } }) {
      return { url: feedUrl(config, await renewFeed(em, caller.id)) };
    },
  })
  .user('DELETE /user/favorites-feed', 'Ends the feed of favourites', {
    async run({ em, caller }) {
      found(await deleteOwn(em, 'favorite_feed', caller.id), 'feed');
    },
  })
  .page(`GET ${FEED_PATH}`, 'The favourites of whoever made this address, as an Atom feed', {
    limit: 'files',
    query: z.object({ token: z.string().max(200).describe('Proves the address') }),
    async run({ em, env: { config }, query: { token } }) {
      const id = readLink(config.authSecret, 'favorites-feed', token);
      const owner = found(await ownerOfFeed(em, id), 'feed');
      const newest = {
        sortBy: 'addedAt',
        sortOrder: 'desc',
        limit: MOST_ENTRIES,
        offset: 0,
      } as const;
      const rows = await listFavorites(em, owner, newest);
      return new Response(atomFeed(rows, id, config.siteUrl, feedUrl(config, id)), {
        headers: {
          'content-type': 'application/atom+xml; charset=utf-8',
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex',
        },
      });
    },
  });

/** A feed in Atom 1.0 (RFC 4287). An entry is one price of one favourite, so that readers show a new price as new. */
function atomFeed(rows: readonly FavoriteRow[], id: string, siteUrl: string, self: string): string {
  const entries = rows.map((row) => {
    const { name, priceCents, retailerName, cheapestCents, cheapestShop } = row;
    const cheaper =
      cheapestCents !== null && cheapestShop !== null && cheapestCents < priceCents
        ? ` ${cheapestShop} asks ${formatAud(cheapestCents)}.`
        : '';
    const text = `${formatAud(priceCents)} at ${retailerName}, saved at ${formatAud(row.priceAtFavoriteCents)}.${cheaper}`;
    return `<entry>${[
      element('id', `urn:uuid:${row.id}#${priceCents}`),
      element('title', `${name}: ${formatAud(priceCents)}`),
      element('updated', changedAt(row).toISOString()),
      `<link href="${xmlText(siteUrl + productPath(row.productId, name))}"/>`,
      element('summary', text),
    ].join('')}</entry>`;
  });
  const updated = new Date(Math.max(0, ...rows.map((row) => changedAt(row).getTime())));
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-AU">
${[
  element('id', `urn:uuid:${id}`),
  element('title', `${SITE_NAME}: your favourites`),
  element('updated', updated.toISOString()),
  `<author>${element('name', SITE_NAME)}</author>`,
  `<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>`,
  ...entries,
].join('\n')}
</feed>
`;
}

/** When the entry began to be as it is. */
function changedAt({ addedAt, priceChangedAt }: FavoriteRow): Date {
  return priceChangedAt > addedAt ? priceChangedAt : addedAt;
}
