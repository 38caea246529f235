import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { cents } from '#domain/money.ts';
import { STOCK_KNOWN_DAYS } from '#domain/offers/offer-age.ts';
import { priceVerdict } from '#domain/prices/price-verdict.ts';
import { isRefused } from '#domain/prices/refused-claim.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { hoursFromNow } from '../../../tests/support/factory.ts';
import { addProduct, addShops } from '../../../tests/support/landing-rows.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { enabledOffers, ON_SALE } from '../sql/offer-conditions.ts';
import { tables } from '../sql/tables.ts';
import { productYears } from './product-history.ts';

const open = ormForFile();
beforeAll(async () => {
  await addShops(open.em(), ['a', 'b']);
});
const kettle = (price: number, was: number, past: [number, number][]) =>
  addProduct(open.em(), { name: 'Kettle', category: null }, [{ shop: 'a', price, was, past }]);

test.each([
  ['never charged', 800, 1_200, [[200, 1_000]]],
  ['never charged, known for four weeks', 800, 1_200, [[28.1, 1_000]]],
  ['never charged, known for too short', 800, 1_200, [[27.9, 1_000]]],
  [
    'charged until yesterday',
    800,
    1_200,
    [
      [200, 1_200],
      [1, 800],
    ],
  ],
  [
    'charged for a day within the 12 weeks',
    800,
    1_200,
    [
      [200, 900],
      [60, 1_200],
      [59, 900],
    ],
  ],
  [
    'charged until 83 days ago',
    800,
    1_200,
    [
      [200, 1_200],
      [83, 800],
    ],
  ],
  [
    'charged until 85 days ago',
    800,
    1_200,
    [
      [200, 1_200],
      [85, 800],
    ],
  ],
  ['no former price above its own', 800, 700, [[200, 1_000]]],
  ['nothing known', 800, 1_200, []],
] as [string, number, number, [number, number][]][])(
  'the condition for a sale is the rule: %s',
  async (_what, price, was, past) => {
    const id = await kettle(price, was, past);
    const rows = await enabledOffers(tables(open.em()))
      .select(sql<boolean | null>`${sql.raw(ON_SALE)}`.as('isOnSale'))
      .where('o.product', '=', id)
      .execute();
    const nowMs = Date.now();
    const [line] = (await productYears(open.em(), [id], nowMs)).get(id)?.lines ?? [];
    const rule = priceVerdict({
      claimedWasCents: cents(was),
      history: line?.askingPrices ?? [],
      nowMs,
    });
    expect(rows[0]?.isOnSale ?? false).toBe(was > price && !isRefused(rule.verdict));
  },
);

test('judges many products at once, each by its own shops and year', async () => {
  const cheap = await addProduct(open.em(), { name: 'Iron', category: null }, [
    { shop: 'a', price: 4_000, past: [[300, 5_000]] },
    { shop: 'b', price: 5_000, availability: 'unknown', past: [[300, 5_500]] },
  ]);
  const gone = await addProduct(open.em(), { name: 'Iron', category: null }, [
    { shop: 'a', price: 4_000, availability: 'sold_out', past: [[300, 5_000]] },
  ]);
  const nowMs = Date.now();
  const years = await productYears(open.em(), [cheap, gone], nowMs);
  const verdicts = [cheap, gone].map((id) => years.get(id)?.verdict);
  expect(verdicts).toEqual([
    {
      word: 'buy',
      text: 'Its lowest so far: $40.00 is 20% below its average of $50.00 over the 300 days we saw it for sale and the lowest of 2 shops.',
    },
    null,
  ]);
});

test('the figures and the verdict of a year stay the same for an hour, so that pages agree', async () => {
  const id = await addProduct(open.em(), { name: 'Camera', category: null }, [
    {
      shop: 'a',
      price: 100_000,
      past: [
        [300, 900_000],
        [20, 100_000],
      ],
    },
  ]);
  const hourMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const years = await Promise.all(
    [1, 59].map((minute) => productYears(open.em(), [id], hourMs + minute * MINUTE_MS)),
  );
  const [first, later] = years.map((year) => year.get(id));
  expect(first?.verdict).toMatchObject({ word: 'buy' });
  expect(later?.verdict).toEqual(first?.verdict);
  expect(later?.figures).toEqual(first?.figures);
});

test('the lines of a year begin with one price, also when it changed in the hour in which the year begins', async () => {
  const hourMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const changedDaysAgo = 365 + (Date.now() - hourMs - 30 * MINUTE_MS) / DAY_MS;
  const id = await addProduct(open.em(), { name: 'Lamp', category: null }, [
    {
      shop: 'a',
      price: 60_000,
      past: [
        [400, 10_000],
        [changedDaysAgo, 50_000],
      ],
    },
  ]);
  const year = (await productYears(open.em(), [id], hourMs + MINUTE_MS)).get(id);
  expect(year?.lines[0]?.points.map(({ priceCents }) => priceCents)).toEqual([50_000, 60_000]);
});

test.each([
  [STOCK_KNOWN_DAYS - 1, 4_000],
  [STOCK_KNOWN_DAYS + 1, 5_000],
])(
  'the best price counts an offer that was last seen %i days ago as canBuy does',
  async (days, best) => {
    const id = await addProduct(open.em(), { name: 'Toaster', category: null }, [
      { shop: 'a', price: 4_000, past: [[300, 4_000]] },
      { shop: 'b', price: 5_000, past: [[300, 5_000]] },
    ]);
    const lastSeenAt = hoursFromNow(24 * days);
    await open.em().nativeUpdate(Offer, { product: id, priceCents: cents(5_000) }, { lastSeenAt });
    const years = await productYears(open.em(), [id], lastSeenAt.getTime());
    expect(years.get(id)?.best.at(-1)?.priceCents).toBe(best);
  },
);
