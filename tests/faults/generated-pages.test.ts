import { afterAll, expect, test, vi } from 'vitest';
import { parsePriceText } from '#domain/price-text.ts';
import { offerToStore } from '#worker/crawl/offer-to-store.ts';
import { guardReading } from '#worker/crawl/read-fetched-page.ts';
import { reseed } from '#worker/demo-retailers/seeded.ts';
import { createExtractPool } from '#worker/extract/extract-pool.ts';
import { generatedPage } from './generated-pages/generated-page.ts';
import { PRICE_TEXTS, randomText } from './generated-pages/hostile-texts.ts';
import { faultsOf } from './generated-pages/possible-offer.ts';

/*
 * Broken and hostile pages and price texts: nothing throws, nothing holds the event loop, nothing impossible would be
 * stored. The whole run: GENERATED_PAGES=100000 npx vitest run tests/faults/generated-pages.test.ts
 * (FIRST_PAGE=<number> starts further on.)
 */
const { GENERATED_PAGES = '400', FIRST_PAGE = '0' } = process.env;
const first = Number(FIRST_PAGE);
const count = Number(GENERATED_PAGES);
const LONGEST_HOLD_MS = 50;

// A thread's console leads to our standard error.
const written = vi.spyOn(process.stderr, 'write');
const pool = createExtractPool({ threads: 1 });
afterAll(() => pool.close());

/** Processor time of this thread so far: what it spends, nobody else gets from the event loop. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

test(
  `${count} pages`,
  async () => {
    const retailer = { name: 'Billabong Goods', currency: 'AUD' };
    const faults: string[] = [];
    const slow: { how: string; number: number; heldMs: number; chars: number }[] = [];
    let offers = 0;
    let refused = 0;
    for (let number = first; number < first + count; number += 1) {
      const { body, url, contentType, how } = generatedPage(number);
      const before = spentMs();
      const reading = await pool.readPage({ body, url, contentType });
      const guarded = guardReading(reading, retailer);
      const heldMs = spentMs() - before;
      slow.push({ how, number, heldMs, chars: body.length });
      slow.sort((a, b) => b.heldMs - a.heldMs).splice(10);
      refused += reading.rejected === null ? 0 : 1;
      const answers = [reading.product, reading.items[0], reading.rejected].filter(Boolean).length;
      if (answers !== 1) faults.push(`page ${number} (${how}): ${answers} answers`);
      for (const { guarded: offer, variant } of guarded.offers) {
        offers += 1;
        const assignment = {
          retailerId: '1',
          pageId: '1',
          productId: '1',
          matchMethod: null,
          matchConfidence: null,
        } as never;
        const row = offerToStore(offer, variant, assignment, 'live');
        faults.push(...faultsOf(row).map((fault) => `page ${number} (${how}): ${fault}`));
      }
    }
    console.log(
      `${count} pages: ${offers} offers, ${refused} refused; longest holds`,
      slow.slice(0, 4),
    );
    const thrown = written.mock.calls
      .map(([text]) => String(text))
      .filter((text) => text.includes('extract: fault'));
    expect([...faults, ...thrown]).toEqual([]);
    expect(slow[0]?.heldMs).toBeLessThan(LONGEST_HOLD_MS);
  },
  Number.POSITIVE_INFINITY,
);

test(
  `${count * 10} price texts`,
  () => {
    let longestMs = 0;
    for (let number = first; number < first + count * 10; number += 1) {
      const seed = reseed(0xcab, number);
      const known = PRICE_TEXTS[seed % PRICE_TEXTS.length] ?? '';
      const text = `${randomText(seed, 60)}${seed % 3 === 0 ? known : ''}${randomText(reseed(seed, 1), number % 50 === 0 ? 4_000 : 60)}`;
      const before = spentMs();
      const { amount } = parsePriceText(text, 'AUD');
      longestMs = Math.max(longestMs, spentMs() - before);
      if (amount !== null) expect(amount, text).toMatch(/^\d{1,12}(?:\.\d{1,12})?$/);
    }
    expect(longestMs).toBeLessThan(LONGEST_HOLD_MS);
  },
  Number.POSITIVE_INFINITY,
);
