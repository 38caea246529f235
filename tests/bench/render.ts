/*
 * Pages drawn by script, beside the limit and a peer: pages/s, processor time, memory, ratios.
 *   npx node tests/bench/render.ts [rounds] [pages] [lanes]
 * Generated pages of a shop whose product comes by script (tests/bench/render/script-pages.ts). Each subject is a process
 * of its own with a browser of its own, in turn, all with the same Chromium and lanes. Processor time and memory are those
 * of the subject and all its browsers. Peers come from npm into the temporary folder. Linux only: /proc is read.
 */
import type { ChildProcess } from 'node:child_process';
import { testChromium } from '../support/chromium.ts';
import { compareReaders } from './compare-readers.ts';
import { installPeers } from './peer-packages.ts';
import { processTree } from './process-tree.ts';
import { scriptPage } from './render/script-pages.ts';
import { type Cost, costOf, type Order } from './subjects.ts';

/** Between two looks at a subject's processes. */
const LOOK_MS = 250;

const [rounds = 3, pageCount = 100, lanes = 4] = process.argv.slice(2).map(Number);
const chromium = await testChromium();
if ('missing' in chromium) throw new Error(chromium.missing);
const peers = installPeers(
  { '@crawlee/playwright': '3.18.1', playwright: '1.65.1' },
  { linkedom: '0.18.12' },
);

const { speed, peakMb } = await compareReaders({
  folder: 'render',
  subjects: ['priceroo', 'crawlee', 'playwright-loop'],
  rounds,
  pages: Array.from({ length: pageCount }, (_, number) => scriptPage(number)),
  serverArgs: [String(pageCount)],
  order: { lanes, peers, chromiumPath: chromium.path },
  of: () => ({ rounds: 1 }),
  run: runWithBrowsers,
});
for (const peer of ['crawlee', 'playwright-loop'] as const) {
  const ratio = (by: 'cpuMs' | 'wallMs') => (speed('priceroo', by) / speed(peer, by)).toFixed(2);
  console.log(
    `priceroo: ${ratio('wallMs')} x ${peer} by the clock, ${ratio('cpuMs')} x by processor time, ${(peakMb('priceroo') / peakMb(peer)).toFixed(2)} x its memory`,
  );
}

/** The cost of a subject with its browsers: processor time and memory of all its processes. */
async function runWithBrowsers(child: ChildProcess, order: Order): Promise<Cost> {
  const tree = processTree(child.pid ?? 0);
  let cpuMs = 0;
  let looks = 0;
  let peak = 0;
  const watch = setInterval(() => {
    tree.cpuMs();
    looks += 1;
    if (looks % 4 === 0) peak = Math.max(peak, tree.memoryMb());
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
    return { ...cost, cpuMs, peakMb: peak };
  } finally {
    clearInterval(watch);
  }
}
