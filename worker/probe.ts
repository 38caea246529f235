/*
 * Monitoring of a worker process: a heartbeat row for sites and operators, and three pages at WORKER_PORT for orchestrators and
 * Prometheus: /livez (the event loop runs), /readyz (database and queue answer), /metrics.
 */
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { Counter, Histogram } from 'prom-client';
import { BEAT_MS, beat, endBeat, workersSeen } from '#db/queries/operators/workers.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { listen } from '#db/runtime/free-port.ts';
import { processMetrics } from '#db/runtime/process-metrics.ts';
import { traced } from '#db/runtime/tracing.ts';
import { FetchRefused } from '#domain/errors.ts';
import type { Fetcher } from './fetch/http.ts';

/** Bounds in seconds; shops answer within 0.1 to 10 s. */
const FETCH_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createWorkerMetrics(dataDir: string) {
  const registry = processMetrics(dataDir);
  const registers = [registry];
  const seconds = new Histogram({
    name: 'priceroo_fetch_seconds',
    help: 'How long fetches of shops took, by outcome: ok, unchanged, or why there is no page',
    labelNames: ['outcome'],
    buckets: FETCH_BUCKETS_S,
    registers,
  });
  const bytes = new Counter({
    name: 'priceroo_fetched_bytes_total',
    help: 'Bytes of pages that were fetched, unpacked',
    registers,
  });
  return {
    text: () => registry.metrics(),
    /** Wraps a fetcher so that its pages are counted. */
    counting: (fetcher: Fetcher): Fetcher => ({
      ...fetcher,
      async fetchPage(request) {
        const end = seconds.startTimer();
        try {
          const page = await fetcher.fetchPage(request);
          end({ outcome: page.status === 304 ? 'unchanged' : 'ok' });
          bytes.inc(page.bytes);
          return page;
        } catch (error) {
          end({ outcome: error instanceof FetchRefused ? error.reason : 'error' });
          throw error;
        }
      },
    }),
  };
}

interface ProbeOptions {
  orm: MikroORM;
  queues: Queues;
  metrics: ReturnType<typeof createWorkerMetrics>;
  log: Logger;
  lanes: readonly string[];
  host: string;
  /** 0: heartbeat only, no pages. */
  port: number;
}

/** Starts the heartbeat and, with a port, the pages. `close` ends both. */
export async function startProbe({ orm, queues, metrics, log, lanes, host, port }: ProbeOptions) {
  const name = `${hostname()}:${process.pid}`;
  const sendBeat = () =>
    beat(orm.em.fork(), name, lanes).catch((err: unknown) => {
      log.warn({ err }, 'could not write the heartbeat');
    });
  await sendBeat();
  const timer = setInterval(sendBeat, BEAT_MS);
  const pages: Record<string, () => Promise<[status: number, text: string]>> = {
    '/livez': async () => [200, 'alive'],
    '/readyz': async () => {
      await workersSeen(orm.em.fork());
      return (await queues.isUp()) ? [200, 'ready'] : [503, 'the queue does not answer'];
    },
    '/metrics': async () => [200, `${await metrics.text()}\n${await queues.metrics()}`],
  };
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''] ?? (async () => [404, 'no such page']);
    page()
      .catch((): [number, string] => [503, 'the database or the queue does not answer'])
      .then(([status, text]) => response.writeHead(status).end(`${text}\n`));
  });
  if (port > 0) await listen(server, port, host);
  return {
    async close(): Promise<void> {
      clearInterval(timer);
      server.close();
      await endBeat(orm.em.fork(), name).catch(() => undefined);
    },
  };
}

/** Wraps a fetcher so that each page is a span with its host and path, if tracing is on. */
export function tracedFetcher(fetcher: Fetcher): Fetcher {
  return {
    ...fetcher,
    fetchPage(request) {
      const url = URL.parse(request.url);
      const about = { 'server.address': url?.hostname ?? '', 'url.path': url?.pathname ?? '' };
      return traced([`fetch ${url?.hostname ?? ''}`, 'CLIENT', about], () =>
        fetcher.fetchPage(request),
      );
    },
  };
}
