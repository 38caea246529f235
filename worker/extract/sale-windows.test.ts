/* Prices that apply for a time: read at the time of the fetch, in Sydney's time, whatever the machine's clock and zone. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  htmlPage,
  jsonLd,
  kettle,
  PRODUCT_URL,
  readPage,
} from '../../tests/support/small-pages.ts';

/** A kettle of 149 with a sale price of 99, in schema.org and in a shop's own JSON. */
function onSale(from: string | null, to: string | null) {
  const sale = {
    price: '99.00',
    priceType: 'SalePrice',
    ...(from && { validFrom: from }),
    ...(to && { validThrough: to }),
  };
  const stated = kettle(
    {},
    {
      price: undefined,
      priceSpecification: [
        { ...sale, priceCurrency: 'AUD' },
        { price: '149.00', priceCurrency: 'AUD' },
      ],
    },
  );
  const own = {
    name: 'Kettle',
    sku: 'K1',
    price: 149,
    sale_price: 99,
    ...(from && { sale_price_from: from }),
    ...(to && { sale_price_to: to }),
  };
  return [
    { body: htmlPage(jsonLd(stated)), url: PRODUCT_URL, contentType: 'text/html' },
    { body: JSON.stringify(own), url: PRODUCT_URL, contentType: 'application/json' },
  ];
}

const pricesAt = (moment: string, from: string | null, to: string | null) =>
  onSale(from, to).map((page) =>
    Number(readPage({ ...page, nowMs: Date.parse(moment) }).product?.price),
  );

describe('a sale price', () => {
  it.each([
    ['a day begins at midnight in Sydney', '2026-12-01', null, '2026-11-30T13:00:00Z'],
    [
      'a time without a zone is that of Sydney',
      '2026-12-01T09:00:00',
      null,
      '2026-11-30T22:00:00Z',
    ],
    ['so is one in winter', '2026-07-01 09:00', null, '2026-06-30T23:00:00Z'],
    ['a stated offset wins', '2026-12-01T09:00:00+08:00', null, '2026-12-01T01:00:00Z'],
  ])('begins: %s', (_what, from, to, begins) => {
    expect(pricesAt(begins, from, to)).toEqual([99, 99]);
    expect(pricesAt(new Date(Date.parse(begins) - 1_000).toISOString(), from, to)).toEqual([
      149, 149,
    ]);
  });

  it.each([
    ['a day ends at midnight in Sydney', '2026-12-01', '2026-12-01T13:00:00Z'],
    ['also a day of 23 hours', '2026-10-04', '2026-10-04T13:00:00Z'],
    ['a time without a zone is that of Sydney', '2026-12-01T17:00', '2026-12-01T06:00:00Z'],
    ['a stated offset wins', '2026-12-01T17:00:00Z', '2026-12-01T17:00:00Z'],
  ])('ends: %s', (_what, to, ends) => {
    expect(pricesAt(new Date(Date.parse(ends) - 1_000).toISOString(), null, to)).toEqual([99, 99]);
    expect(pricesAt(ends, null, to)).toEqual([149, 149]);
  });
});

const FORMATS: readonly ((iso: string) => string)[] = [
  (iso) => iso.slice(0, 10),
  (iso) => iso.slice(0, 16),
  (iso) => iso.slice(0, 19).replace('T', ' '),
  (iso) => iso,
  (iso) => `${iso.slice(0, 19)}+1000`,
  (iso) => iso.slice(0, 10).split('-').reverse().join('/'),
  (iso) => `${Number(iso.slice(8, 10))} Oct ${iso.slice(0, 4)}`,
  (iso) => `Oct-${iso.slice(8, 10)}-${iso.slice(0, 4)}`,
  (iso) => `October ${Number(iso.slice(8, 10))}, ${iso.slice(0, 4)} ${iso.slice(11, 16)}`,
  (iso) => new Date(iso).toUTCString(),
  (iso) => iso.replace(/\D/g, ''),
];

/** The readings by the program, run in a zone. */
const CHILD = `
  import { readPage } from '${import.meta.dirname}/read-page.ts';
  const pages = JSON.parse(await new Response(process.stdin).text());
  const answers = pages.map((page) => readPage(page).product?.price ?? null);
  console.log(JSON.stringify({ answers, offset: new Date(2026, 0).getTimezoneOffset() }));`;
function readIn(zone: string, pages: object[]): { answers: (string | null)[]; offset: number } {
  const args = ['--input-type=module', '--eval', CHILD];
  const env = { ...process.env, TZ: zone };
  return JSON.parse(
    execFileSync(process.execPath, args, { input: JSON.stringify(pages), env, encoding: 'utf8' }),
  );
}

it('gives the same answer in every zone of the machine', () => {
  const moment = fc.date({
    min: new Date('2026-09-20T00:00Z'),
    max: new Date('2026-10-20T00:00Z'),
    noInvalidDate: true,
  });
  const stated = fc.option(
    fc.tuple(moment, fc.constantFrom(...FORMATS)).map(([at, format]) => format(at.toISOString())),
  );
  const pages = fc
    .sample(fc.tuple(stated, stated, moment), { numRuns: 300, seed: 1 })
    .flatMap(([from, to, at]) =>
      onSale(from, to).map((page) => ({ ...page, nowMs: at.getTime() })),
    );
  const [utc, ...others] = ['UTC', 'America/Los_Angeles', 'Pacific/Auckland'].map((zone) =>
    readIn(zone, pages),
  );
  expect(others.map(({ offset }) => offset)).toEqual([480, -780]);
  expect(utc?.answers).toEqual(expect.arrayContaining(['99.00', '149.00', '99', '149']));
  for (const { answers } of others) expect(answers).toEqual(utc?.answers);
});
