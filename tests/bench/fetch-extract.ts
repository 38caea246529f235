/*
 * Fetch and extract, beside a peer: pages/s on one core, peak memory, ratios.
 *   npx node tests/bench/fetch-extract.ts [rounds] [folder with expected.json]
 * Generated pages of a large shop (JSON-LD or embedded state, tests/bench/fetch-extract/shop-pages.ts), or the saved
 * product pages of a folder, each read as what its shop served under its own address. Each subject is a process of its own, in turn; a page
 * counts by the processor time that it took in all threads, so other load on the machine does not count. Peers come from npm into the
 * temporary folder.
 */
import { join } from 'node:path';
import { childEnvironment } from '#db/runtime/config.ts';
import { MALLOC_ENV, WORKER_FLAGS } from '#worker/cli/start/child-process.ts';
import { compareReaders } from './compare-readers.ts';
import { benchPages } from './fetch-extract/bench-pages.ts';
import { installPeers } from './peer-packages.ts';

const PAGES = 400;
/** Concurrent fetches of every subject; a worker process reads four shops at once by default. */
const LANES = 8;
/** How often a subject visits each page: all work for about five seconds, and so compile a like share of it. */
const VISITS = { generated: 2, saved: 10 };

const rounds = Number(process.argv[2] ?? 3);
const folder = process.argv[3];
const pages = benchPages(PAGES, folder);
const peers = installPeers({ '@crawlee/cheerio': '3.18.1' }, { linkedom: '0.18.12' });
const bytes = pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0) / pages.length;
console.log(`pages of ${Math.round(bytes / 1000)} kB on average`);

const { speed, peakMb } = await compareReaders({
  folder: 'fetch-extract',
  subjects: ['priceroo', 'crawlee'],
  rounds,
  pages,
  serverArgs: [String(PAGES), ...(folder ? [folder] : [])],
  order: { lanes: LANES, peers, chromiumPath: '' },
  of: (subject) => ({
    rounds: VISITS[folder ? 'saved' : 'generated'],
    // Ours runs with the flags of a worker, and both with its environment.
    flags: subject === 'priceroo' ? WORKER_FLAGS : [],
    env: childEnvironment({ NODE_COMPILE_CACHE: join(peers, 'compile-cache'), ...MALLOC_ENV }),
  }),
});
const ratio = (speed('priceroo', 'cpuMs') / speed('crawlee', 'cpuMs')).toFixed(2);
const memory = (peakMb('priceroo') / peakMb('crawlee')).toFixed(2);
console.log(`priceroo: ${ratio} x crawlee at ${memory} x its memory`);
