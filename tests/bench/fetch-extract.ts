/*
 * Fetch and extract, beside the limit and a peer: pages/s on one core, peak memory, ratios.
 *   npx node tests/bench/fetch-extract.ts [rounds] [folder with expected.json]
 * Generated pages of a large shop (JSON-LD or embedded state, tests/bench/fetch-extract/shop-pages.ts), or the saved
 * product pages of a folder, each read as what its shop served under its own address. Each subject is a process of its own, in turn; a page counts by the processor time that it
 * took in all threads, so other load on the machine does not count. Peers come from npm into the temporary folder.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#db/migrate.ts';
import { childEnvironment } from '#db/runtime/config.ts';
import { MALLOC_ENV, WORKER_FLAGS } from '#worker/cli/start/child-process.ts';
import { createTestDatabase } from '../support/database.ts';
import { startPostgres } from '../support/postgres-setup.ts';
import { benchPages } from './fetch-extract/bench-pages.ts';
import { median } from './measure.ts';
import { installPeers } from './peer-packages.ts';
import { answerOf, type Cost, costOf, readRight } from './subjects.ts';

const PAGES = 400;
/** Concurrent fetches of every subject; a worker process reads four shops at once by default. */
const LANES = 8;
/** How often a subject visits each page: all work for about five seconds, and so compile a like share of it. */
const VISITS = {
  generated: { 'node-fetch': 12, 'undici-request': 18, priceroo: 2, crawlee: 2 },
  saved: { 'node-fetch': 50, 'undici-request': 75, priceroo: 10, crawlee: 10 },
} as const;
type Subject = keyof typeof VISITS.saved;
const reads: ReadonlySet<Subject> = new Set(['priceroo', 'crawlee']);

const here = join(import.meta.dirname, 'fetch-extract');
const rounds = Number(process.argv[2] ?? 3);
const folder = process.argv[3];
const pages = benchPages(PAGES, folder);
const visits = VISITS[folder ? 'saved' : 'generated'];

const peers = installPeers({ '@crawlee/cheerio': '3.18.1' }, { linkedom: '0.18.12' });
const stopPostgres = await startPostgres();
const database = await createTestDatabase();
await migrate(database.url);
const server = start('serve-pages', [String(PAGES), ...(folder ? [folder] : [])]);
const port = await answerOf<number>(server);
const costs = new Map<Subject, Cost[]>();
for (let round = 0; round < rounds; round += 1) {
  for (const subject of Object.keys(visits) as Subject[]) {
    const cost = await run(subject);
    costs.set(subject, [...(costs.get(subject) ?? []), cost]);
  }
}
server.kill();
await database.drop();
await stopPostgres();

const speeds = new Map([...costs].map(([subject, all]) => [subject, median(all.map(perSecond))]));
const of = (subject: Subject) => speeds.get(subject) ?? Number.NaN;
const peak = (subject: Subject) =>
  Math.max(...(costs.get(subject) ?? []).map(({ peakMb }) => peakMb));
const bytes = pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0) / pages.length;
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model}, Node ${process.version}: ${pages.length} pages of ${Math.round(bytes / 1000)} kB on average, ${rounds} rounds`,
);
console.table(
  Object.fromEntries(
    [...costs].map(([subject, all]) => [
      subject,
      {
        'pages/s of one core': Math.round(of(subject)),
        'pages/s by the clock': Math.round(
          median(all.map((cost) => (cost.pages / cost.wallMs) * 1000)),
        ),
        'peak MB': Math.round(peak(subject)),
        'read right': reads.has(subject) ? `${readRight(pages, all)} of ${pages.length}` : '',
      },
    ]),
  ),
);
const ours = (subject: Subject) => `${(of('priceroo') / of(subject)).toFixed(2)} x ${subject}`;
console.log(
  `priceroo: ${ours('crawlee')} at ${(peak('priceroo') / peak('crawlee')).toFixed(2)} x its memory; fetch only: ${ours('node-fetch')}, ${ours('undici-request')}`,
);

function start(file: string, args: string[] = [], flags: readonly string[] = []): ChildProcess {
  // As workers are started, and the peers too.
  const env = childEnvironment({
    NODE_COMPILE_CACHE: join(peers, 'compile-cache'),
    ...MALLOC_ENV,
  });
  return fork(join(here, `${file}.ts`), args, { execArgv: [...flags], env });
}

async function run(subject: Subject): Promise<Cost> {
  // Ours runs with the flags of a worker.
  const child = start(subject, [], subject === 'priceroo' ? WORKER_FLAGS : []);
  return costOf(child, {
    port,
    paths: pages.map(({ path }) => path),
    rounds: visits[subject],
    lanes: LANES,
    saved: Object.fromEntries(pages.flatMap(({ path, saved }) => (saved ? [[path, saved]] : []))),
    databaseUrl: database.url,
    peers,
    chromiumPath: '',
  });
}

function perSecond({ pages: count, cpuMs }: Cost): number {
  return (count / cpuMs) * 1000;
}
