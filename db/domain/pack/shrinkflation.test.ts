import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { parsePackSize } from './pack-size.ts';
import { type PackObservation, shrinkflation, shrunkSince } from './shrinkflation.ts';

function seen(name: string, priceCents: number): PackObservation {
  const pack = parsePackSize(name);
  if (!pack) throw new Error(`no pack in ${name}`);
  return { atMs: 0, priceCents: cents(priceCents), pack };
}

test('a smaller pack at the same shelf price is flagged', () => {
  expect(shrinkflation(seen('Chips 200g', 450), seen('Chips 170g', 450))).toEqual({
    shrunkPercent: 15,
    unitPricePercent: 17.6,
    text: 'Pack shrank from 200 g to 170 g (15% less) and still costs $4.50.',
  });
  expect(shrinkflation(seen('24 wipes', 500), seen('20 wipes', 520))?.text).toContain(
    'and now costs $5.20, was $5.00',
  );
});

test.each([
  ['the price fell with it', seen('200g', 450), seen('170g', 380)],
  ['the pack grew', seen('170g', 450), seen('200g', 450)],
  ['a label was rounded', seen('411g', 450), seen('405g', 450)],
  ['other units', seen('200g', 450), seen('170mL', 450)],
])('is null when %s', (_why, before, after) => expect(shrinkflation(before, after)).toBeNull());

const now = { name: 'Chips Sea Salt 170g', priceCents: cents(450) };
const earlier = {
  name: 'Chips Sea Salt 200g',
  priceCents: cents(450),
  seenAt: '2026-05-01T00:00:00Z',
};

test('an offer reports its smaller pack for a year', () => {
  const after = (iso: string) => shrunkSince(earlier, now, Date.parse(iso))?.shrunkPercent;
  expect(after('2026-05-02T00:00:00Z')).toBe(15);
  expect(after('2027-04-30T00:00:00Z')).toBe(15);
  expect(after('2027-05-02T00:00:00Z')).toBeUndefined();
});

test.each([
  ['nothing is known of before', null, now],
  ['a name states no pack', { ...earlier, name: 'Chips Sea Salt 3 flavours' }, now],
  ['the pack grew back', earlier, { ...now, name: 'Chips Sea Salt 200g' }],
])('reports nothing when %s', (_why, before, after) => {
  expect(shrunkSince(before, after, Date.parse('2026-05-02T00:00:00Z'))).toBeNull();
});
