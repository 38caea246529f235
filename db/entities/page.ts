import { defineEntity, p } from '@mikro-orm/core';
import { Retailer } from './retailer.ts';

const PAGE_KINDS = ['sitemap', 'list', 'search', 'product'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];
/** Outcome of a page's reading; `held` while its retailer is quarantined. */
export type PageOutcome = 'stored' | 'unchanged' | 'refused' | 'failed' | 'held';

/**
 * A URL to fetch; these rows decide what is due. Only the attempt with the newest `fence`, which each claim raises, may write. `deaths`
 * counts claims since the last outcome: a page that kills its worker is set aside at 3.
 */
export const Page = defineEntity({
  name: 'Page',
  // The expressions are DUE_RANK and ASKED_PRIORITY of db/queries/crawl/pages.ts.
  indexes: [
    { name: 'page_due', properties: ['retailer', 'nextCheckAt'] },
    {
      name: 'page_due_rank',
      expression: `create index "page_due_rank" on "page" ("retailer_id", ((next_check_at at time zone 'UTC') - priority * interval '12 minutes'), "next_check_at")`,
    },
    {
      name: 'page_asked',
      expression: `create index "page_asked" on "page" ("retailer_id", ((next_check_at at time zone 'UTC') - priority * interval '12 minutes'), "next_check_at") where "priority" >= 40`,
    },
    {
      name: 'page_canonical',
      expression: `create index "page_canonical" on "page" ("canonical_url") where "canonical_url" is not null`,
    },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    retailer: () => p.manyToOne(Retailer).deleteRule('cascade'),
    url: p.text().unique(),
    kind: p.enum(PAGE_KINDS),
    priority: p.smallint().default(0),
    nextCheckAt: p.datetime().defaultRaw('now()'),
    intervalMinutes: p.integer(),
    fence: p.integer().default(0),
    deaths: p.smallint().default(0),
    failures: p.smallint().default(0),
    claimedAt: p.datetime().nullable(),
    etag: p.text().nullable(),
    lastModified: p.text().nullable(),
    lastCheckedAt: p.datetime().nullable(),
    lastOutcome: p.text().$type<PageOutcome>().nullable(),
    lastReason: p.text().nullable(),
    /** The address that a product's page names as its own. Offers belong to that one; a page at another address rests. */
    canonicalUrl: p.text().nullable(),
  },
});

/** The newest copy of a page with what was read in it then, for a replay; whichever worker fetched it. No backup contains it. */
export const KeptPage = defineEntity({
  name: 'KeptPage',
  properties: {
    page: () => p.manyToOne(Page).primary().deleteRule('cascade'),
    /** Where the page was, after redirects. */
    url: p.text(),
    contentType: p.text(),
    fetchedAt: p.datetime(),
    expiresAt: p.datetime().index(),
    /** In the form of an expected.json (worker/replay/expected-page.ts). */
    reading: p.json<object>(),
    /** Gzipped UTF-8. */
    body: p.blob().$type<Buffer>(),
  },
});

/** Result of the last request for robots.txt. */
export type RobotsStatus = 'allowed' | 'parsed' | 'unreachable';

/** An origin's pace, robots.txt and breaker, shared by all workers. */
export const Host = defineEntity({
  name: 'Host',
  properties: {
    origin: p.text().primary(),
    paceMs: p.integer().default(1000),
    /** Start of the last exchange. */
    begunAt: p.datetime().nullable(),
    robotsText: p.text().nullable(),
    robotsStatus: p.text().$type<RobotsStatus>().nullable(),
    robotsFetchedAt: p.datetime().nullable(),
    refusedInRow: p.integer().default(0),
    restsUntil: p.datetime().nullable(),
  },
});
