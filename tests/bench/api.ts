/*
 * Read calls of the API beside a bare node:http + pg endpoint, under the same load in the same run, interleaved:
 * `node tests/bench/api.ts <database url>` (a database that a crawl has filled,
 * and pages built). Prints p50 and p99 in ms, requests a
 * second, and p99 as a multiple of the bare endpoint's.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { loadConfig } from '#db/config.ts';
import { logger } from '#db/log.ts';
import { REPO_ROOT } from '#db/repo-root.ts';
import { createApi } from '#site/api/app.ts';
import { createServices } from '#site/api/services.ts';
import { startSite } from '#site/server/start-site.ts';

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 10;

const [, , databaseUrl] = process.argv;
if (!databaseUrl) throw new Error('usage: api.ts <database url>');

const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const { rows } = await pool.query<{ id: string }>('select product_id as id from offer limit 1');
const productId = rows[0]?.id;
if (!productId) throw new Error('the database has no offers');

const bare = createServer(async (_request, response) => {
  const found = await pool.query('select id, name, brand from product where id = $1', [productId]);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: true, data: found.rows[0] }));
});
await new Promise<void>((done) => bare.listen(0, '127.0.0.1', done));
const barePort = (bare.address() as AddressInfo).port;

const config = loadConfig({
  DATABASE_URL: databaseUrl,
  PORT: '0',
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  BETTER_AUTH_SECRET: 'a-secret-for-the-benchmark-of-32-letters',
});
const services = await createServices(config);
const site = await startSite({
  ...config,
  demoPort: 0,
  builtFolder: join(REPO_ROOT, 'dist'),
  handleApi: createApi(services),
  log: logger('bench'),
});

const CALLS: [name: string, port: number, path: string][] = [
  ['bare node:http + pg', barePort, '/'],
  ['GET /health', site.port, '/api/health'],
  ['GET /products/{id}', site.port, `/api/products/${productId}`],
  ['GET /products/{id}/similar', site.port, `/api/products/${productId}/similar`],
  ['GET /products', site.port, '/api/products?category=Laptops&limit=20'],
  ['GET /search', site.port, '/api/search?q=coffee%20machine'],
  ['GET /search/suggestions', site.port, '/api/search/suggestions?q=cof'],
  ['GET /search/trending', site.port, '/api/search/trending'],
  ['GET /retailers', site.port, '/api/retailers'],
];
const samples = new Map(CALLS.map(([name]) => [name, { p50: [0], p99: [0], perSecond: [0] }]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, port, path] of CALLS) {
    await pool.query('delete from rate_limit');
    const result = await autocannon({
      url: `http://127.0.0.1:${port}${path}`,
      connections: CONNECTIONS,
      duration: SECONDS,
    });
    if (result.non2xx > 0) console.log(`${name}: ${result.non2xx} answers were not 2xx`);
    const sample = samples.get(name);
    sample?.p50.push(result.latency.p50);
    sample?.p99.push(result.latency.p99);
    sample?.perSecond.push(result.requests.average);
  }
}
const middle = (values: number[]) =>
  values.slice(1).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
const bareP99 = middle(samples.get('bare node:http + pg')?.p99 ?? [0]);
console.log(`${'call'.padEnd(30)} p50 ms  p99 ms   req/s  p99 / bare`);
for (const [name, { p50, p99, perSecond }] of samples) {
  const multiple = (middle(p99) / bareP99).toFixed(1);
  console.log(
    `${name.padEnd(30)} ${String(middle(p50)).padStart(6)} ${String(middle(p99)).padStart(7)} ${String(Math.round(middle(perSecond))).padStart(7)}  ${multiple.padStart(6)}`,
  );
}
await site.stop();
await services.close();
bare.close();
await pool.end();
process.exit(0);
