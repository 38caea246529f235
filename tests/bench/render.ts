/*
 * Pages drawn by script, beside the limit and a peer: pages/s, processor time, memory, ratios.
 *   npx node tests/bench/render.ts [rounds] [pages] [lanes]
 * Generated pages of a shop whose product comes by script (tests/bench/render/script-pages.ts). Each subject is a process
 * of its own with a browser of its own, in turn, all with the same Chromium and lanes. Processor time and memory are those
 * of the subject and all its browsers. Peers come from npm into the temporary folder. Linux only: /proc is read.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#db/migrate.ts';
import { testChromium } from '../support/chromium.ts';
import { createTestDatabase } from '../support/database.ts';
import { startPostgres } from '../support/postgres-setup.ts';
import { median } from './median.ts';
import { installPeers } from './peer-packages.ts';
import { processTree } from './process-tree.ts';
import { scriptPage } from './render/script-pages.ts';
import { BEGUN, type Cost, type Order } from './render/subject.ts';
import { answerOf, readRight } from './subjects.ts';

const SUBJECTS = ['priceroo', 'crawlee', 'playwright-loop'] as const;
type Subject = (typeof SUBJECTS)[number];
/** Between two looks at a subject's processes. */
const LOOK_MS = 250;

/** What a subject answered, with the processor time and memory of all its processes. */
interface Run extends Cost {
  cpuMs: number;
  peakMb: number;
}

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
const costs = new Map<Subject, Run[]>();
for (let round = 0; round < rounds; round += 1) {
  for (const subject of SUBJECTS) {
    costs.set(subject, [...(costs.get(subject) ?? []), await run(subject)]);
  }
}
server.kill();
await database.drop();
await stopPostgres();

const all = (subject: Subject) => costs.get(subject) ?? [];
const byClock = ({ pages: count, wallMs }: Run) => (count / wallMs) * 1000;
const byCore = ({ pages: count, cpuMs }: Run) => (count / cpuMs) * 1000;
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
  const ratio = (speed: (run: Run) => number) =>
    (median(all('priceroo').map(speed)) / median(all(peer).map(speed))).toFixed(2);
  console.log(
    `priceroo: ${ratio(byClock)} x ${peer} by the clock, ${ratio(byCore)} x by processor time, ${(peak('priceroo') / peak(peer)).toFixed(2)} x its memory`,
  );
}

function start(file: string, args: string[] = []): ChildProcess {
  return fork(join(import.meta.dirname, 'render', `${file}.ts`), args, { execArgv: [] });
}

async function run(subject: Subject): Promise<Run> {
  const child = start(subject);
  const tree = processTree(child.pid ?? 0);
  let begunMs = 0;
  let looks = 0;
  let peakMb = 0;
  const watch = setInterval(() => {
    tree.cpuMs();
    looks += 1;
    if (looks % 4 === 0) peakMb = Math.max(peakMb, tree.memoryMb());
  }, LOOK_MS);
  const order: Order = {
    port,
    paths: pages.map(({ path }) => path),
    lanes,
    databaseUrl: database.url,
    chromiumPath: 'path' in chromium ? chromium.path : '',
    peers,
  };
  child.send(order);
  try {
    if ((await answerOf(child)) === BEGUN) begunMs = tree.cpuMs();
    const cost = await answerOf<Cost>(child);
    const cpuMs = tree.cpuMs() - begunMs;
    await once(child, 'exit');
    return { ...cost, cpuMs, peakMb };
  } finally {
    clearInterval(watch);
  }
}
