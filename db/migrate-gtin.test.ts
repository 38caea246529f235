import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts';
import { migrateTo, migrationState } from './migrate.ts';
import { openOrm } from './orm.ts';

const GTIN_14 = 'Migration20261122200000_gtin_14';
const KETTLE = { as13: '0009800895007', as14: '00009800895007' };
const GUM = { as8: '96385074', as14: '00000096385074' };
const CARTON = '19312345678907';

let database: TestDatabase;
let orm: MikroORM;

beforeAll(async () => {
  database = await createTestDatabase();
  const { pending } = await migrationState(database.url);
  await migrateTo(database.url, pending.slice(0, pending.indexOf(GTIN_14)));
  orm = await openOrm(database.url);
  await orm.em.execute(`insert into product (name, gtin, match_keys, specifications) values
    ('kettle', '${KETTLE.as13}', '{"t:a b","g:${KETTLE.as13}"}', '{}'),
    ('gum', '${GUM.as8}', '{g:${GUM.as8}}', '{}'),
    ('carton', '${CARTON}', '{g:${CARTON}}', '{}'),
    ('mug', null, '{"m:g:12"}', '{}')`);
  await decide('split of a kettle', { ...moved, gtin: KETTLE.as13 });
  await decide('split of gum', { ...moved, gtin: GUM.as8 });
  await decide('split of a carton', { ...moved, gtin: CARTON });
  await decide('split that took no GTIN', { ...moved, gtin: null });
  await decide('keep', null);
  await orm.em.execute(`insert into retailer
    (slug, name, category, region, website, trust_score10, kind, status, pace_ms, discovery)
    values ('shop', 'Shop', 'x', 'AU', 'https://shop.example', 5, 'real', 'enabled', 1, '{}')`);
  await orm.em.execute(`insert into run (retailer_id, kind, status)
    select id, 'crawl', 'quarantined' from retailer`);
  await hold('of several offers', [
    { ...held, gtin: KETTLE.as13, sku: 'first' },
    { ...held, gtin: null, sku: 'second' },
    { ...held, gtin: GUM.as8, sku: 'third' },
    { ...held, sku: 'fourth' },
    { ...held, gtin: CARTON, sku: 'fifth' },
  ]);
  await hold('of no offers', []);
});

afterAll(async () => {
  await orm.close();
  await database.drop();
});

/** The rows that a decision moved, without the GTIN. */
const moved = { offers: [{ id: 'a', matchBecause: [KETTLE.as13] }], tombstones: ['b'] };
const held = { title: 'Kettle', priceCents: 4900, specifications: { barcode: KETTLE.as13 } };

async function decide(because: string, what: object | null): Promise<void> {
  const sql = `insert into match_decision (kind, product_id, because, moved, decided_by)
    select 'split', id, ?, ?, 'operator' from product where name = 'mug'`;
  await orm.em.execute(sql, [JSON.stringify(because), what && JSON.stringify(what)]);
}

async function hold(name: string, offers: object[]): Promise<void> {
  await orm.em.execute(
    `insert into page (retailer_id, url, kind, interval_minutes)
    select id, ?, 'product', 60 from retailer`,
    [name],
  );
  await orm.em.execute(
    `insert into held_page (run_id, page_id, observed_at, verdict, offers)
    select run.id, page.id, now(), 'sane', ? from run, page where page.url = ?`,
    [JSON.stringify(offers), name],
  );
}

/** Every column that holds a GTIN. */
const stored = async () => ({
  products: await orm.em.execute('select gtin, match_keys from product order by name'),
  decisions: await orm.em.execute('select because, moved from match_decision order by id'),
  held: await orm.em.execute(
    'select url, offers from held_page h join page p on p.id = h.page_id order by p.id',
  ),
});

test('pads stored GTINs to 14 digits in every column', async () => {
  await orm.migrator.up({ migrations: [GTIN_14] });
  const after = await stored();
  expect(after.products).toEqual([
    { gtin: CARTON, match_keys: [`g:${CARTON}`] },
    { gtin: GUM.as14, match_keys: [`g:${GUM.as14}`] },
    { gtin: KETTLE.as14, match_keys: ['t:a b', `g:${KETTLE.as14}`] },
    { gtin: null, match_keys: ['m:g:12'] },
  ]);
  expect(after.decisions).toEqual([
    { because: 'split of a kettle', moved: { ...moved, gtin: KETTLE.as14 } },
    { because: 'split of gum', moved: { ...moved, gtin: GUM.as14 } },
    { because: 'split of a carton', moved: { ...moved, gtin: CARTON } },
    { because: 'split that took no GTIN', moved: { ...moved, gtin: null } },
    { because: 'keep', moved: null },
  ]);
  expect(after.held).toEqual([
    {
      url: 'of several offers',
      offers: [
        { ...held, gtin: KETTLE.as14, sku: 'first' },
        { ...held, gtin: null, sku: 'second' },
        { ...held, gtin: GUM.as14, sku: 'third' },
        { ...held, sku: 'fourth' },
        { ...held, gtin: CARTON, sku: 'fifth' },
      ],
    },
    { url: 'of no offers', offers: [] },
  ]);
});
