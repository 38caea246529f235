import { expect, test } from 'vitest';
import { offerTruth, truthTable } from '../../../tests/support/demo-truth.ts';
import { pastPrices } from './offer-past.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const LAST_YEAR = new Date(NOW.getTime() - 365 * 86_400_000);

test('the history of an offer, including other sellers, agrees with the price at every noon and now', () => {
  const rows = [...truthTable(NOW)];
  const chosen = [
    ...rows.filter((_, index) => index % 997 === 0),
    ...rows.filter(({ seller }) => seller !== null).slice(0, 8),
  ];
  for (const { url, seller } of chosen) {
    const past = pastPrices(url, seller ?? '', LAST_YEAR, NOW);
    for (let at = LAST_YEAR.getTime() + 3_600_000; at < NOW.getTime(); at += 5 * 86_400_000) {
      const known = past.findLast(({ slot }) => slot * 60_000 <= at);
      const { priceCents, originalPriceCents, availability } =
        offerTruth(url, seller ?? '', new Date(at)) ?? {};
      expect(known, `${url} ${seller} ${new Date(at).toISOString()}`).toMatchObject({
        priceCents,
        originalPriceCents,
        availability,
      });
    }
  }
});

test('an unknown address has no history', () => {
  expect(pastPrices('http://gumnut-grocer.demo-shops.localhost/p/1', '', LAST_YEAR, NOW)).toEqual(
    [],
  );
  expect(pastPrices('https://shop.example/p/1', '', LAST_YEAR, NOW)).toEqual([]);
});
