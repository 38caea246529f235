/*
 * How long broken and hostile pages, and ten times as many price texts, hold the event loop: `npx node tests/bench/page-holds.ts
 * [first] [pages]`, from 0 and 400. Processor time of the main thread, from the bytes of an answer to guarded offers.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parsePriceText } from '#domain/price-text/price-text.ts';
import { createExtractPool } from '#worker/crawl/extract-pool.ts';
import { guardReading } from '#worker/offers/guard-reading.ts';
import { fetchOf } from '../faults/generated-pages/fetch-of.ts';
import { generatedPage } from '../faults/generated-pages/generated-page.ts';
import { generatedPriceText } from '../faults/generated-pages/hostile-texts.ts';

const first = Number(process.argv[2] ?? 0);
const count = Number(process.argv[3] ?? 400);
const WARM_UP_PAGES = 40;
const RETAILER = { name: 'Billabong Goods', currency: 'AUD' };
/** Characters. Making pages takes half of all memory: garbage of it is collected between pages, not while one is read. */
const MADE_BETWEEN_COLLECTIONS = 4_000_000;
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const pool = createExtractPool({ threads: 1 });
// Before the first measurement, so that code compiled at its first use does not count.
for (let number = 0; number < WARM_UP_PAGES; number += 1) {
  const { body, url, contentType } = generatedPage(number);
  guardReading(
    await pool.readPage({
      body: await fetchOf(body, url, contentType)(),
      url,
      contentType,
      nowMs: Date.now(),
    }),
    RETAILER,
  );
}
const pages: { number: number; how: string; chars: number; heldMs: number }[] = [];
let madeChars = 0;
for (let number = first; number < first + count; number += 1) {
  const { body: text, url, contentType, how } = generatedPage(number);
  const fetchBody = fetchOf(text, url, contentType);
  madeChars += text.length;
  if (madeChars > MADE_BETWEEN_COLLECTIONS) {
    madeChars = 0;
    collect();
  }
  const before = spentMs();
  guardReading(
    await pool.readPage({ body: await fetchBody(), url, contentType, nowMs: Date.now() }),
    RETAILER,
  );
  pages.push({ number, how, chars: text.length, heldMs: Number((spentMs() - before).toFixed(1)) });
}
await pool.close();
console.log(`pages that held the event loop longest, of ${count}`);
console.table(pages.toSorted((a, b) => b.heldMs - a.heldMs).slice(0, 5));

let longestMs = 0;
for (let number = first * 10; number < (first + count) * 10; number += 1) {
  const text = generatedPriceText(number);
  const before = spentMs();
  parsePriceText(text, 'AUD');
  longestMs = Math.max(longestMs, spentMs() - before);
}
console.log(`the slowest of ${count * 10} price texts took ${longestMs.toFixed(1)} ms`);

/** Processor time of this thread so far. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
