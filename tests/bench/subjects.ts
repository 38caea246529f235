/*
 * Shared by the benches of reading (fetch-extract.ts, render.ts). Each subject is a process of its own:
 *   fork → order → warm-up → BEGUN → measured part → Cost
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listen } from '#db/runtime/free-port.ts';
import { isInStock } from '#domain/offers/availability.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import { guardReading } from '#worker/offers/guard-reading.ts';
import { nameLikeness, SAME_NAME } from '#worker/replay/same-value.ts';
import type { ShopPage, Statement } from './fetch-extract/shop-pages.ts';

/** The values read by path; null where nothing was read. */
export type Read = Record<string, Statement | null>;

/** A subject's task. */
export interface Order {
  port: number;
  paths: string[];
  /** The measured part visits the paths this many times. */
  rounds: number;
  /** Concurrent visits. */
  lanes: number;
  databaseUrl: string;
  /** Folder with the installed peers. */
  peers: string;
  /** By path, for saved pages. */
  saved: Record<string, NonNullable<ShopPage['saved']>>;
  /** The Chromium that subjects start; empty where none is needed. */
  chromiumPath: string;
}

/** The cost of the measured part; processor time and memory are those of the subject's own process. */
export interface Cost {
  pages: number;
  cpuMs: number;
  wallMs: number;
  peakMb: number;
  read: Read;
}

/** Sent when the measured part begins. */
const BEGUN = 'begun';

/** Settings of Crawlee's crawlers that leave out sessions, retries and waits. */
export const leanCrawler = (lanes: number) => ({
  minConcurrency: lanes,
  maxConcurrency: lanes,
  useSessionPool: false,
  persistCookiesPerSession: false,
  maxRequestRetries: 0,
  autoscaledPoolOptions: { maybeRunIntervalSecs: 0.01, loggingIntervalSecs: null },
});
export const LEAN_CRAWLEE = { persistStorage: false, availableMemoryRatio: 0.9 };

/** In a subject's process: works on a fifth of the visits to warm up, then on all of them, measured. */
export function runSubject(
  open: (order: Order) => Promise<{
    work: (paths: string[]) => Promise<Read>;
    close?: () => Promise<void>;
  }>,
): void {
  process.once('message', async (order: Order) => {
    const { work, close } = await open(order);
    const paths = Array.from({ length: order.rounds }, () => order.paths).flat();
    await work(paths.slice(0, Math.ceil(paths.length / 5)));
    process.send?.(BEGUN);
    const cpu = process.cpuUsage();
    const startedAt = performance.now();
    const read = await work(paths);
    const wallMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpu);
    const peakMb = process.resourceUsage().maxRSS / 1024;
    const cost: Cost = { pages: paths.length, cpuMs: (user + system) / 1000, wallMs, peakMb, read };
    process.send?.(cost);
    await close?.();
    process.exit(0);
  });
}

/** Sends a subject its order, and returns its cost once its process has ended. `onBegun` and `onDone` frame the measured part. */
export async function costOf(
  child: ChildProcess,
  order: Order,
  { onBegun = () => {}, onDone = () => {} } = {},
): Promise<Cost> {
  child.send(order);
  await answerOf<typeof BEGUN>(child);
  onBegun();
  const cost = await answerOf<Cost>(child);
  onDone();
  if (child.exitCode === null) await once(child, 'exit');
  return cost;
}

/** The next message of a subject; rejects when it ends before. */
export function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve(answer as T));
    child.once('exit', (code) => reject(new Error(`a subject ended with ${code}`)));
  });
}

/** A file that a shop serves. */
export interface ServedFile {
  path: string;
  type: string;
  body: string;
  cacheControl?: string;
}

/** In the server's process: serves files and a robots.txt, gzipped beforehand, and sends its port. */
export async function servePacked(files: Iterable<ServedFile>): Promise<void> {
  const answers = new Map(
    Array.from(files, ({ path, type, body, cacheControl = 'no-cache' }) => {
      const packed = gzipSync(body);
      const headers = {
        'content-type': type,
        'content-encoding': 'gzip',
        'content-length': packed.length,
        'cache-control': cacheControl,
      };
      return [path, { packed, headers }];
    }),
  );
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end('User-agent: *\nDisallow: /cart\nDisallow: /*?sort=\n');
      return;
    }
    const found = answers.get(request.url ?? '');
    if (!found) return void response.writeHead(404).end();
    response.writeHead(200, found.headers).end(found.packed);
  });
  server.keepAliveTimeout = 60_000;
  process.send?.(await listen(server));
}

/** Runs `visit` over all paths in so many lanes. */
export async function inLanes(
  paths: readonly string[],
  lanes: number,
  visit: (path: string, lane: number) => Promise<void>,
): Promise<void> {
  const left = paths.values();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (const path of left) await visit(path, lane);
    }),
  );
}

/** The values of our reading that pass the last guard. */
export function statementOf(reading: PageReading): Statement | null {
  const [first] = guardReading(reading, { name: 'Wattlebird', currency: 'AUD' }).offers;
  const product = reading.product ?? first?.reading;
  if (!first || !product) return null;
  return {
    name: product.name,
    price: (first.content.priceCents / 100).toFixed(2),
    isInStock: isInStock(product.availability),
  };
}

/** The values of our reading of a saved page, in any currency: the guard accepts only our own. */
export function savedStatementOf({ product }: PageReading): Statement | null {
  if (!product?.price) return null;
  const { name, price, availability } = product;
  return { name, price, isInStock: isInStock(availability) };
}

/**
 * Counts the pages whose name, price and stock were read correctly in every round. Names of saved pages count by the rule of
 * `replay`, and their stock not at all: a label is one person's look at the page.
 */
export function readRight(
  pages: readonly Pick<ShopPage, 'path' | 'saved' | keyof Statement>[],
  rounds: readonly { read: Read }[],
): number {
  return pages.filter((page) => rounds.every(({ read }) => isRight(page, read[page.path]))).length;
}

function isRight(
  { name, price, isInStock, saved }: Pick<ShopPage, 'saved' | keyof Statement>,
  found: Statement | null | undefined,
): boolean {
  if (!found || Number(found.price) !== Number(price)) return false;
  if (saved) return nameLikeness(saved.names, found.name) >= SAME_NAME;
  return found.name === name && found.isInStock === isInStock;
}
