/*
 * Read calls of the API beside a bare node:http + pg endpoint, under the same load in the same run, interleaved:
 * `npx node tests/bench/api.ts <database url> [rounds]` (a database that a crawl has filled, and pages built).
 *
 * Each call is measured twice: as it is served (answers shared for some seconds, site/api/core/shared-answers.ts) and with
 * every answer computed. The load comes from another thread. Prints the medians over the rounds of p50, p99, requests
 * a second and the processor time of the server's thread for each, and of p99 and requests as a multiple of the bare
 * endpoint's in the same round. POST /search/ai-search asks QUERIES labelled queries in turn. An answer that is not 2xx ends the run.
 */
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { loadConfig } from '#db/runtime/config.ts';
import { listen } from '#db/runtime/free-port.ts';
import { logger } from '#db/runtime/log.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { createApi, type HandleApi } from '#site/api/app.ts';
import { createServices } from '#site/api/core/services.ts';
import { createPublicPages } from '#site/server/public-pages/public-pages.ts';
import { type RunningSite, startSite } from '#site/server/start-site.ts';
import { median } from './measure.ts';
import { labelledQueries, SETS } from './search/labelled-queries.ts';

const SECONDS = 2;
const CONNECTIONS = 10;
/** Each body is sent so many times a round: what two seconds hold would not be warm. */
const ROUNDS_OF_BODIES = 2;
/** Visitors who take turns, so that none reaches the limit of searches and an answer 429 is measured. */
const VISITORS = 50_000;

const [, , databaseUrl, roundsText = '5'] = process.argv;
if (!databaseUrl) throw new Error('usage: api.ts <database url> [rounds]');
const rounds = Number(roundsText);

const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const { rows } = await pool.query<{ id: string }>(
  'select product_id as id from offer group by 1 order by count(*) desc limit 1',
);
const productId = rows[0]?.id;
if (!productId) throw new Error('the database has no offers');

const bare = await startBare(productId);
const config = loadConfig({
  DATABASE_URL: databaseUrl,
  PORT: '0',
  NODE_ENV: 'test',
  LOG_LEVEL: 'fatal',
  BETTER_AUTH_SECRET: 'a-secret-for-the-benchmark-of-32-letters',
});
const services = await createServices(config);
const served = await serve(createApi(services));
const computed = await serve(
  createApi({ ...services, sharedAnswers: { get: (_key, _forMs, make) => make(), forget() {} } }),
);

/** Searches: more than the caches of one query help. */
const QUERIES = 200;
const labelled = SETS.flatMap((set) => labelledQueries(set));
const searches = Array.from({ length: QUERIES }, (_, nth) => ({
  query: labelled[Math.floor((nth * labelled.length) / QUERIES)]?.query,
}));

const CALLS: [name: string, path: string, bodies?: unknown[]][] = [
  ['GET /products/{id}', `/products/${productId}`],
  ['GET /products/{id}/similar', `/products/${productId}/similar`],
  ['GET /products/{id}/history', `/products/${productId}/history?range=1y`],
  ['GET /products', '/products?category=Laptops&limit=20'],
  ['GET /products (all)', '/products?limit=20'],
  ['GET /products/categories/list', '/products/categories/list'],
  ['GET /search', '/search?q=coffee%20machine'],
  ['GET /search/suggestions', '/search/suggestions?q=cof'],
  ['GET /search/trending', '/search/trending'],
  ['GET /recommendations/trending', '/recommendations/trending'],
  ['GET /recommendations/deals', '/recommendations/deals'],
  ['GET /retailers', '/retailers'],
  ['GET /health', '/health'],
  ['POST /search/ai-search', '/search/ai-search', searches],
];

/** What autocannon saw, and the processor time that a request took the server's thread, in microseconds. */
type Load = autocannon.Result & { cpuUs: number };

interface Figures {
  p50Ms: number;
  p99Ms: number;
  perSecond: number;
  cpuUs: number;
  p99OfBare: number;
  perSecondOfBare: number;
}
const figures = new Map<string, Figures[]>();
for (let round = 0; round < rounds; round += 1) {
  for (const [name, path, bodies] of CALLS) {
    const beside = await load(bare.port, '/');
    note('bare node:http + pg', beside, beside);
    note(name, await load(served.port, `/api${path}`, bodies), beside);
    note(`${name}, computed`, await load(computed.port, `/api${path}`, bodies), beside);
  }
}

console.log(`${'call'.padEnd(42)} p50 ms  p99 ms   req/s     µs  p99 ÷ bare  req/s ÷ bare`);
for (const [name, samples] of figures) {
  const middle = (key: keyof Figures) => median(samples.map((sample) => sample[key]));
  const columns = [
    middle('p50Ms').toFixed(1).padStart(6),
    middle('p99Ms').toFixed(1).padStart(7),
    middle('perSecond').toFixed(0).padStart(7),
    middle('cpuUs').toFixed(0).padStart(6),
    middle('p99OfBare').toFixed(1).padStart(11),
    middle('perSecondOfBare').toFixed(2).padStart(13),
  ];
  console.log(`${name.padEnd(42)} ${columns.join(' ')}`);
}
await Promise.all([served.stop(), computed.stop()]);
await services.close();
bare.server.close();
await pool.end();
process.exit(0);

/** What any answer from a database costs: one row by its key, as JSON. */
async function startBare(id: string): Promise<{ server: Server; port: number }> {
  const server = createServer(async (_request, response) => {
    const found = await pool.query('select id, name, brand from product where id = $1', [id]);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: true, data: found.rows[0] }));
  });
  return { server, port: await listen(server) };
}

function serve(api: HandleApi): Promise<RunningSite> {
  let visitor = 0;
  return startSite({
    ...config,
    demoPort: 0,
    builtFolder: join(REPO_ROOT, 'dist'),
    publicPages: createPublicPages(services),
    handleApi(request) {
      visitor = (visitor + 1) % VISITORS;
      return api(request, { remoteAddress: `10.1.${visitor >> 8}.${visitor & 255}` });
    },
    handleAdmin: async () => new Response(null, { status: 404 }),
    log: logger('bench'),
  });
}

async function load(port: number, path: string, bodies?: readonly unknown[]): Promise<Load> {
  const before = process.threadCpuUsage();
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections: CONNECTIONS,
    ...(bodies ? { amount: ROUNDS_OF_BODIES * bodies.length } : { duration: SECONDS }),
    workers: 1,
    ...(bodies && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      requests: bodies.map((body) => ({ body: JSON.stringify(body) })),
    }),
  });
  if (result.non2xx > 0) throw new Error(`${path}: ${result.non2xx} answers were not 2xx`);
  const { user, system } = process.threadCpuUsage(before);
  return { ...result, cpuUs: (user + system) / result.requests.total };
}

function note(name: string, result: Load, beside: Load): void {
  const samples = figures.get(name) ?? [];
  samples.push({
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    perSecond: result.requests.average,
    cpuUs: result.cpuUs,
    // autocannon counts whole milliseconds.
    p99OfBare: Math.max(result.latency.p99, 1) / Math.max(beside.latency.p99, 1),
    perSecondOfBare: result.requests.average / beside.requests.average,
  });
  figures.set(name, samples);
}
