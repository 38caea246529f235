/* Watched searches: the clock adds a job for each search to look at; a job mails what is new in it, at most once in its rest. */
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  lookAtSearch,
  markDueSearches,
  type SearchNews,
  searchesToLookAt,
} from '#db/queries/alerts/look-at-searches.ts';
import { addMail } from '#db/queries/mails/mails.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { signLink } from '#db/runtime/signed-link.ts';
import { JOBS } from '#domain/jobs.ts';
import { formatAud } from '#domain/money.ts';
import { addFilters, watchText } from '#domain/search/search-filters.ts';
import { counted } from '#domain/text/counted.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import { composeMail, type MailText } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import type { MemberMailConfig } from '../mail/mailers.ts';
import { shortName } from './run-alerts.ts';

/** A search takes some 20 ms; more wait for the next sweep. */
const SEARCHES_PER_SWEEP = 100;

export async function sweepSearches(em: EntityManager, queues: Queues): Promise<void> {
  await markDueSearches(em);
  const ids = await searchesToLookAt(em, SEARCHES_PER_SWEEP);
  await queues.addMany(
    JOBS.search,
    ids.map((searchId) => ({ searchId })),
  );
}

/** Looks at a search and mails its news, in one transaction. Returns whether there was any. */
export async function runSearch(
  em: EntityManager,
  config: MemberMailConfig,
  id: string,
): Promise<boolean> {
  return inTransaction(em, async (tx) => {
    const looked = await lookAtSearch(tx, id);
    if (!looked?.news[0]) return false;
    const { user, email: recipient, at } = looked;
    const key = `search:${user}:${id}:${at.getTime()}`;
    await addMail(tx, { key, kind: 'search', recipient, text: newsText(id, looked, config) });
    return true;
  });
}

/** Products that a mail lists. */
const MOST_LISTED = 12;

function newsText(
  id: string,
  { query, filters, restDays, news }: NonNullable<Awaited<ReturnType<typeof lookAtSearch>>>,
  { siteUrl, mailFrom, authSecret }: MemberMailConfig,
): MailText {
  const watched = watchText(query, filters);
  const [first] = news;
  const isOne = first && news.length === 1;
  const left = news.length - MOST_LISTED;
  return composeMail(
    {
      subject: isOne
        ? `${shortName(first.name)} is now ${formatAud(first.priceCents)}`
        : `${news.length} products are new or cheaper in “${shortName(query)}”`,
      paragraphs: [
        `You watch the search ${watched}.`,
        ...news.slice(0, MOST_LISTED).map(sentenceOf),
        ...(left > 0 ? [`And ${counted(left, 'more product')}: the search lists them.`] : []),
        'Prices can change at any time, and delivery may cost extra, so check the shop before you buy.',
        `We write about this search at most once in ${counted(restDays, 'day')}, and about a product again only when it falls further or comes back.`,
      ],
      action: {
        label: 'See the search',
        url: `${siteUrl}/search?${addFilters(new URLSearchParams({ q: query }), filters)}`,
      },
      because: `You get this mail because you watch this search on ${SITE_NAME}.`,
      unsubscribeUrl: `${siteUrl}/api/watched-searches/unsubscribe?token=${signLink(authSecret, 'end-search', id)}`,
    },
    mailFrom,
  );
}

function sentenceOf({ name, shop, priceCents, beforeCents }: SearchNews): string {
  const before = beforeCents === null ? '' : `, before ${formatAud(beforeCents)}`;
  return `${foldSpaces(name).trim()}: ${formatAud(priceCents)} at ${shop}${before}.`;
}
