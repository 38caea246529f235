import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { diskSpace } from '#db/runtime/disk-space.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { isSameSecret } from '#db/runtime/signed-link.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { topic } from '../core/call.ts';
import { unknownCall } from '../core/failures.ts';
import { visitFigures } from '../core/metrics.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { deliveryShape, promiseShape, toDelivery, toPromise } from '../responses/retailer-facts.ts';

const health = z.object({
  status: z.enum(['ok', 'degraded']),
  /** Faults that degrade the service while shoppers are still served. */
  faults: z.array(z.enum(['queue-away', 'no-worker', 'crawl-stalled', 'disk-low'])),
  queue: z.enum(['postgres', 'redis']),
  instance: z
    .object({ folder: z.string(), dataDir: z.string() })
    .optional()
    .describe('Folders of this installation; only for calls from its own machine'),
  workers: z.object({ alive: z.number(), lastSeenAt: z.iso.datetime().nullable() }),
  crawl: z.object({
    retailers: z.number(),
    pages: z.number(),
    checked: z.number(),
    due: z.number(),
    offers: z.number(),
    stalledS: z.number().describe('Seconds without a page read while pages were due; 0 below 300'),
  }),
});

const retailer = z.object({
  slug: z.string(),
  name: z.string(),
  category: z.string(),
  region: z.string(),
  description: z.string().describe('What it sells'),
  website: z.string(),
  trustScore: z.number(),
  isDemo: z.boolean(),
  offers: z.number().int(),
  lastSuccessAt: z.iso.datetime().nullable(),
  medianAgeMinutes: z.number().int().nullable(),
  pagesRead: z.number().int(),
  pagesRefused: z.number().int(),
  heldSince: z.iso.datetime().nullable(),
  delivery: deliveryShape.nullable().describe('Null where nobody has read it'),
  priceMatch: promiseShape.nullable().describe('Null where nobody has read it'),
});

/** Page kinds by the first segment of the path; all others count as 'other'. */
const PAGES: ReadonlySet<string> = new Set(
  `home about categories compare deals docket faq favorites help login open-data price-pass privacy
  product products profile recommendations refused-specials retailers search shrink-watch
  smart-search status terms trending`.split(/\s+/),
);

/** Health, features, freshness of retailers, and metrics. */
export const statusRoutes = topic()
  .anyone('GET /health', 'Health of the service and progress of the crawl', {
    data: health,
    async run({ env: { progress, health: readHealth, queues, config, remoteAddress }, c }) {
      const [crawl, { isQueueUp, workers }] = await Promise.all([progress(), readHealth()]);
      const faults = [
        ...(isQueueUp ? [] : ['queue-away' as const]),
        ...(workers.alive > 0 ? [] : ['no-worker' as const]),
        ...(crawl.stalledS > 0 ? ['crawl-stalled' as const] : []),
        ...(diskSpace(config.dataDir).isLow ? ['disk-low' as const] : []),
      ];
      const status = faults.length > 0 ? ('degraded' as const) : ('ok' as const);
      const isLocal =
        isFromHere(c.req.raw, remoteAddress) && LOCAL_HOST.test(c.req.header('host') ?? '');
      const instance = isLocal ? { folder: REPO_ROOT, dataDir: config.dataDir } : undefined;
      return { status, faults, queue: queues.backend.kind, workers, crawl, instance };
    },
  })
  .anyone('GET /features', 'The features in FEATURES_COMING_SOON', {
    data: z.object({ comingSoon: z.array(z.string()) }),
    run: ({ env: { config } }) => ({ comingSoon: config.featuresComingSoon }),
  })
  .shared('GET /retailers', 'All retailers with the freshness of their prices', {
    sharedForMs: SHARED_FOR_MS.prices,
    data: z.array(retailer),
    rows: (retailers) => retailers,
    async run({ env: { freshness, config } }) {
      const rows = await freshness();
      return rows.map(
        ({ trustScore10, kind, status: _, website, delivery, priceMatch, ...row }) => ({
          ...row,
          website: publicDemoUrl(website, config.siteUrl),
          trustScore: trustScore10,
          isDemo: kind === 'demo',
          delivery: toDelivery(delivery, config.siteUrl),
          priceMatch: toPromise(priceMatch, config.siteUrl),
        }),
      );
    },
  })
  // No limit: the call only increments a fixed set of counters in memory.
  .anyone('POST /vitals', 'Speed figures of one anonymous page visit', {
    body: visitFigures.extend({ page: z.string().max(40) }),
    status: 201,
    run: ({ env: { metrics }, body: { page, ...figures } }) =>
      metrics.vitals(PAGES.has(page) ? page : 'other', figures),
  })
  .page('GET /metrics', 'Metrics for Prometheus', {
    async run({ env: { remoteAddress, config, metrics, queues, figures, progress, log }, c }) {
      if (!mayRead(config.metricsToken, c.req.raw, remoteAddress)) throw unknownCall();
      // An alert needs figures most when a store is down, so each store's absence is a figure, too.
      const [ofDatabase, ofQueues] = await Promise.allSettled([
        Promise.all([figures(), progress()]),
        queues.metrics(),
      ]);
      for (const [what, answer] of Object.entries({ database: ofDatabase, queues: ofQueues }))
        if (answer.status === 'rejected')
          log.warn({ err: answer.reason }, `no metrics of the ${what}`);
      if (ofDatabase.status === 'fulfilled')
        metrics.setFigures(...ofDatabase.value, config.openai?.spending);
      const isQueueUp = ofQueues.status === 'fulfilled';
      const own = await metrics.text(isQueueUp, ofDatabase.status === 'fulfilled');
      const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
      return new Response(`${own}\n${isQueueUp ? ofQueues.value : ''}`, { headers });
    },
  });

/** True if the request has METRICS_TOKEN or, without a configured token, comes from this machine. */
function mayRead(token: string | null, request: Request, remoteAddress: string): boolean {
  if (token !== null)
    return isSameSecret(request.headers.get('authorization') ?? '', `Bearer ${token}`);
  return isFromHere(request, remoteAddress);
}

/** The Host of a caller that reaches the site without a proxy in between. */
const LOCAL_HOST = /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)(?::\d+)?$/;

/** True if the request was made on this machine. */
function isFromHere(request: Request, remoteAddress: string): boolean {
  // Such a request was forwarded by a proxy on this machine.
  if (request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false;
  return ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === 'loopback';
}
