import { afterAll, expect, test, vi } from 'vitest';
import { parsePriceText } from '#domain/price-text/price-text.ts';
import { createExtractPool } from '#worker/crawl/extract-pool.ts';
import { guardReading } from '#worker/offers/guard-reading.ts';
import { offerToStore } from '#worker/offers/offer-to-store.ts';
import { limitMs } from '../support/limits.ts';
import { fetchOf } from './generated-pages/fetch-of.ts';
import { generatedPage } from './generated-pages/generated-page.ts';
import { generatedPriceText } from './generated-pages/hostile-texts.ts';
import { faultsOf } from './generated-pages/possible-offer.ts';

/*
 * Broken and hostile pages and price texts: nothing throws, no thread hangs, no impossible price would be stored.
 * The whole run: GENERATED_PAGES=100000 npx vitest run tests/faults/generated-pages.test.ts (FIRST_PAGE=<number> starts
 * further on). tests/bench/page-holds.ts measures how long these pages hold the event loop.
 */
const { GENERATED_PAGES = '400', FIRST_PAGE = '0' } = process.env;
const first = Number(FIRST_PAGE);
const count = Number(GENERATED_PAGES);
/** Far above what they take: a page or text that explodes is a fault. */
const TIMEOUT_MS = limitMs(60_000 + count * 100);
const ASSIGNMENT = {
  productId: '1',
  matchMethod: 'new' as const,
  matchConfidence: 1,
  matchBecause: [],
};
const RETAILER = { name: 'Billabong Goods', currency: 'AUD' };

// A thread's console leads to our standard error.
const NOW_MS = Date.parse('2026-11-28T00:00Z');
const written = vi.spyOn(process.stderr, 'write');
// Without a time limit of its own: a page that gets a thread stuck must fail the test.
const pool = createExtractPool({ threads: 1, taskMs: 2 ** 31 - 1 });
afterAll(() => pool.close());

test(`${count} pages`, { timeout: TIMEOUT_MS }, async () => {
  const faults: string[] = [];
  let offers = 0;
  let refused = 0;
  for (let number = first; number < first + count; number += 1) {
    const { body: text, url, contentType, how } = generatedPage(number);
    const body = await fetchOf(text, url, contentType)();
    const reading = await pool.readPage({ body, url, contentType, nowMs: NOW_MS });
    const found: string[] = [];
    refused += reading.rejected === null ? 0 : 1;
    const answers = [reading.product, reading.items[0], reading.rejected].filter(Boolean).length;
    if (answers !== 1) found.push(`${answers} answers`);
    for (const offer of guardReading(reading, RETAILER).offers) {
      offers += 1;
      found.push(...faultsOf(offerToStore(offer, ASSIGNMENT)));
    }
    faults.push(...found.map((fault) => `page ${number} (${how}): ${fault}`));
  }
  console.log(`${count} pages: ${offers} offers, ${refused} refused`);
  const thrown = written.mock.calls
    .map(([text]) => String(text))
    .filter((text) => text.includes('extract: fault'));
  expect([...faults, ...thrown]).toEqual([]);
});

test(`${count * 10} price texts`, { timeout: TIMEOUT_MS }, () => {
  for (let number = first * 10; number < (first + count) * 10; number += 1) {
    const text = generatedPriceText(number);
    const { amount } = parsePriceText(text, 'AUD');
    if (amount !== null) expect(amount, text).toMatch(/^\d{1,12}(?:\.\d{1,12})?$/);
  }
});
