import { expect, test } from 'vitest';
import { isInStock } from '#domain/offers/availability.ts';
import { demoShelves, type Listing } from './listing.ts';
import { priceAt, priceChanges } from './price-clock.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const YEAR_MS = 365 * 86_400_000;
const LAST_YEAR = new Date(NOW.getTime() - YEAR_MS);

/** A sample of the listings of all shops. */
function sample(step: number): Listing[] {
  const all = [...demoShelves().values()].flatMap((shelf) => shelf.listings);
  return all.filter((_, index) => index % step === 0);
}

test('labels are valid at any time: positive, "was" above, members below', () => {
  for (const { shop, product } of sample(29)) {
    for (let month = 0; month < 14; month += 1) {
      const at = new Date(LAST_YEAR.getTime() + month * 30.7 * 86_400_000);
      const { priceCents, wasCents, memberPriceCents } = priceAt(shop, product, at);
      expect(priceCents, product.id).toBeGreaterThan(0);
      if (wasCents !== null) expect(wasCents, product.id).toBeGreaterThan(priceCents);
      if (memberPriceCents !== null) expect(memberPriceCents, product.id).toBeLessThan(priceCents);
      expect(priceCents / product.usualCents, product.id).toBeGreaterThan(0.3);
      expect(priceCents / product.usualCents, product.id).toBeLessThan(1.9);
    }
  }
});

test('the list of changes agrees with the clock at every instant', () => {
  for (const { shop, product } of sample(211)) {
    const changes = priceChanges(shop, product, LAST_YEAR, NOW);
    expect(changes[0]?.at).toEqual(LAST_YEAR);
    for (let day = 0; day <= 365; day += 1) {
      const at = new Date(LAST_YEAR.getTime() + day * 86_400_000 + 37 * 60_000);
      if (at > NOW) break;
      const known = changes.findLast((change) => change.at <= at);
      const { priceCents, wasCents, availability } = priceAt(shop, product, at);
      expect(known, `${shop.slug} ${product.id} ${at.toISOString()}`).toMatchObject({
        priceCents,
        wasCents,
        availability,
      });
    }
  }
});

test('changes are in order, real and moderate in number', () => {
  for (const { shop, product } of sample(101)) {
    const changes = priceChanges(shop, product, LAST_YEAR, NOW);
    expect(changes.length).toBeLessThan(160);
    for (const [index, change] of changes.entries()) {
      const before = changes[index - 1];
      if (!before) continue;
      expect(change.at.getTime()).toBeGreaterThan(before.at.getTime());
      const { at: _a, ...now } = change;
      const { at: _b, ...then } = before;
      expect(now).not.toEqual(then);
    }
  }
});

test('some price changes within every hour', () => {
  const all = sample(1);
  for (const hour of [3, 9, 15, 21]) {
    const from = new Date(`2026-11-19T${String(hour).padStart(2, '0')}:00:00Z`);
    const to = new Date(from.getTime() + 3_600_000);
    const moved = all.filter(
      ({ shop, product }) => priceChanges(shop, product, from, to).length > 1,
    );
    expect(moved.length, `${hour} h`).toBeGreaterThan(0);
  }
});

test('supermarket specials begin on Wednesday and reach half price', () => {
  const shelf = demoShelves().get('gumnut-grocer');
  if (!shelf) throw new Error('no such shop');
  const onSpecial = shelf.listings.flatMap(({ shop, product }) => {
    const changes = priceChanges(shop, product, LAST_YEAR, NOW);
    return changes.filter(
      ({ wasCents }, index) => wasCents !== null && changes[index - 1]?.wasCents === null,
    );
  });
  const half = onSpecial.filter(
    ({ priceCents, wasCents }) => priceCents === Math.floor((wasCents ?? 0) / 2),
  );
  expect(half.length / onSpecial.length).toBeGreaterThan(0.2);
  const wednesday = onSpecial.filter(
    ({ at }) => at.toISOString().endsWith('T14:00:00.000Z') && at.getUTCDay() === 2,
  );
  expect(wednesday.length / onSpecial.length).toBeGreaterThan(0.9);
});

test('the catalogue covers every kind of "was", shrinking packs and out-of-stock products', () => {
  const labels = sample(1).map(({ shop, product }) => ({
    shop,
    product,
    label: priceAt(shop, product, NOW),
  }));
  expect(labels.filter(({ label }) => !isInStock(label.availability)).length).toBeGreaterThan(50);
  const always = labels.filter(({ shop }) => shop.honesty === 'always');
  expect(always.every(({ label }) => label.wasCents !== null)).toBe(true);
  const silent = labels.filter(({ shop }) => shop.honesty === 'silent');
  expect(silent.every(({ label }) => label.wasCents === null)).toBe(true);
  const shrunk = labels.filter(
    ({ product, label }) => product.shrunk && label.packSize?.amount === product.pack?.amount,
  );
  expect(shrunk.length).toBeGreaterThan(20);
});

test('a "raised" shop charges more only shortly before it calls the price a special', () => {
  const raised = sample(1)
    .filter(({ shop }) => shop.honesty === 'raised')
    .slice(0, 60);
  const claims = raised.flatMap(({ shop, product }) => {
    const changes = priceChanges(shop, product, LAST_YEAR, NOW);
    return changes.flatMap((change, index) => {
      const before = changes
        .slice(0, index)
        .findLast(({ priceCents }) => priceCents === change.wasCents);
      return change.wasCents !== null && before ? [change.at.getTime() - before.at.getTime()] : [];
    });
  });
  const short = claims.filter((chargedForMs) => chargedForMs < 30 * 86_400_000);
  expect(short.length).toBeGreaterThan(20);
});
