/*
 * Pages drawn by script, beside the limit and a peer: pages/s, processor time, memory, ratios.
 *   npx node tests/bench/render.ts [rounds] [pages] [lanes]
 * Generated pages of a shop whose product comes by script (tests/bench/render/script-pages.ts). Each subject is a process
 * of its own with a browser of its own, in turn, all with the same Chromium and lanes. Processor time and memory are those
 * of the subject and all its browsers. Peers come from npm into the temporary folder. Linux only: /proc is read.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#db/migrate.ts';
import { testChromium } from '../support/chromium.ts';
import { createTestDatabase } from '../support/database.ts';
import { startPostgres } from '../support/postgres-setup.ts';
import { median } from './measure.ts';
import { installPeers } from './peer-packages.ts';
import { processTree } from './process-tree.ts';
import { scriptPage } from './render/script-pages.ts';
import { answerOf, type Cost, costOf, readRight } from './subjects.ts';

const SUBJECTS = ['priceroo', 'crawlee', 'playwright-loop'] as const;
type Subject = (typeof SUBJECTS)[number];
/** Between two looks at a subject's processes. */
const LOOK_MS = 250;

const [rounds = 3, pageCount = 100, lanes = 4] = process.argv.slice(2).map(Number);
const pages = Array.from({ length: pageCount }, (_, number) => scriptPage(number));
const chromium = await testChromium();
if ('missing' in chromium) throw new Error(chromium.missing);

const peers = installPeers(
  { '@crawlee/playwright': '3.18.1', playwright: '1.65.1' },
  { linkedom: '0.18.12' },
);
const stopPostgres = await startPostgres();
const database = await createTestDatabase();
await migrate(database.url);
const server = start('serve-pages', [String(pageCount)]);
const port = await answerOf<number>(server);
const costs = new Map<Subject, Cost[]>();
for (let round = 0; round < rounds; round += 1) {
  for (const subject of SUBJECTS) {
    costs.set(subject, [...(costs.get(subject) ?? []), await run(subject)]);
  }
}
server.kill();
await database.drop();
await stopPostgres();

const all = (subject: Subject) => costs.get(subject) ?? [];
const byClock = ({ pages: count, wallMs }: Cost) => (count / wallMs) * 1000;
const byCore = ({ pages: count, cpuMs }: Cost) => (count / cpuMs) * 1000;
const peak = (subject: Subject) => Math.max(...all(subject).map(({ peakMb }) => peakMb));
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}: ${pageCount} pages, ${lanes} lanes, ${rounds} rounds`,
);
console.table(
  Object.fromEntries(
    SUBJECTS.map((subject) => [
      subject,
      {
        'pages/s': median(all(subject).map(byClock)).toFixed(1),
        'pages/s of one core': median(all(subject).map(byCore)).toFixed(1),
        'peak MB': Math.round(peak(subject)),
        'read right': `${readRight(pages, all(subject))} of ${pageCount}`,
      },
    ]),
  ),
);
for (const peer of ['crawlee', 'playwright-loop'] as const) {
  const ratio = (speed: (run: Cost) => number) =>
    (median(all('priceroo').map(speed)) / median(all(peer).map(speed))).toFixed(2);
  console.log(
    `priceroo: ${ratio(byClock)} x ${peer} by the clock, ${ratio(byCore)} x by processor time, ${(peak('priceroo') / peak(peer)).toFixed(2)} x its memory`,
  );
}

function start(file: string, args: string[] = []): ChildProcess {
  return fork(join(import.meta.dirname, 'render', `${file}.ts`), args, { execArgv: [] });
}

/** The cost of a subject with its browsers: processor time and memory of all its processes. */
async function run(subject: Subject): Promise<Cost> {
  const child = start(subject);
  const tree = processTree(child.pid ?? 0);
  const order = {
    port,
    paths: pages.map(({ path }) => path),
    rounds: 1,
    lanes,
    databaseUrl: database.url,
    chromiumPath: 'path' in chromium ? chromium.path : '',
    peers,
    saved: {},
  };
  let cpuMs = 0;
  let looks = 0;
  let peakMb = 0;
  const watch = setInterval(() => {
    tree.cpuMs();
    looks += 1;
    if (looks % 4 === 0) peakMb = Math.max(peakMb, tree.memoryMb());
  }, LOOK_MS);
  try {
    const cost = await costOf(child, order, {
      onBegun: () => {
        cpuMs -= tree.cpuMs();
      },
      onDone: () => {
        cpuMs += tree.cpuMs();
      },
    });
    return { ...cost, cpuMs, peakMb };
  } finally {
    clearInterval(watch);
  }
}
