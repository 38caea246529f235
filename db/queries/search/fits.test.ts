import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Product } from '#db/entities/product.ts';
import { SearchWord } from '#db/entities/search.ts';
import { migrate } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { searchText } from '#domain/text/search-words.ts';
import { exactTop } from '../../../tests/bench/search/exact.ts';
import { fillWithOffers } from '../../../tests/bench/search/fill.ts';
import { queriesFrom } from '../../../tests/bench/search/queries.ts';
import { createVocabulary } from '../../../tests/bench/search/vocabulary.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { anyRow } from '../../../tests/support/factory.ts';
import { listProducts } from './list-products.ts';
import { refreshSearchWords, searchOffers, suggestProducts } from './search.ts';
import { refreshSearchTiers } from './tiers.ts';

let database: TestDatabase;
let pool: pg.Pool;
let orm: MikroORM;
const em = () => orm.em.fork() as EntityManager;

/** 4,000 generated offers in tiers of 100, 400 and 1,500, so that most queries need several. */
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.url);
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  orm = await openOrm(database.url);
  await fillWithOffers(pool, createVocabulary(), 4_000);
  await refreshSearchWords(em());
  await refreshSearchTiers(em(), { ends: [100, 400, 1_500], smallCatalogue: 0 });
});

afterAll(async () => {
  await orm.close();
  await pool.end();
  await database.drop();
});

test('a page equals the top of a full ranking', async () => {
  let found = 0;
  for (const { asked, meant } of await queriesFrom(pool, 40)) {
    const exact = await exactTop(em(), meant, 10, 'documented');
    const ids = (await searchOffers(em(), asked, 10)).map(({ offerId }) => offerId);
    expect(ids.toSorted(), `${asked} (${meant})`).toEqual(exact.toSorted());
    found += ids.length;
  }
  expect(found).toBeGreaterThan(200);
});

describe('a word that is in a category and in few names', () => {
  let category: string;

  beforeAll(async () => {
    const { rows } = await pool.query(
      `update offer set name = 'Rare ' || category || ' of its own' where id = (
         select id from offer where search_tier = 1 and category = (
           select category from offer where search_tier = 0 group by category order by count(*) desc, category limit 1)
         and last_seen_at > now() - interval '1 day'
         and retailer_id in (select id from retailer where status = 'enabled') order by name limit 1)
       returning category`,
    );
    category = rows[0].category;
  });

  test('names with the word come first, however popular the others', async () => {
    const [first, second] = await searchOffers(em(), category, 50);
    expect(first?.name).toMatch(/^Rare /);
    expect(second?.name).not.toMatch(/^Rare /);
  });

  test('the most popular offers of the category answer when they fill the page', async () => {
    const found = await searchOffers(em(), category, 2);
    expect(found.map(({ name }) => name.startsWith('Rare '))).toEqual([false, false]);
  });
});

test('goods of the category that the query means come first, even with longer names', async () => {
  await pool.query(
    `update offer set search_text = lower(given.name), name = given.name, category = given.category
     from (values (1, 'Dishwasher Tablets', 'Cleaning'), (2, 'Freestanding White Dishwasher With Cutlery Tray', 'Home Appliances'))
       given (nth, name, category),
       (select o.id, row_number() over (order by o.id) as nth from offer o join retailer r on r.id = o.retailer_id
        where r.status = 'enabled' and last_seen_at > now() - interval '1 day' and search_tier = 3) listed
     where listed.nth = given.nth and offer.id = listed.id`,
  );
  const found = await searchOffers(em(), 'dishwasher', 5);
  expect(found.map(({ name }) => name.split(' ')[0])).toEqual(['Freestanding', 'Dishwasher']);
});

test.each([
  [
    'iphone 16',
    ['Apple iPhone 16 Pro 256GB Silver Titanium', 'iPhone 16 Case', 'Case for iPhone 16'],
  ],
  ['iphone 16 case', ['iPhone 16 Case', 'Case for iPhone 16']],
  ['milk', ['Sunny Farmers Full Cream Milk 2L', 'Fine Milk Chocolate', 'Milk & Honey Soap']],
])('%s finds the product itself before its accessories and derivatives', async (query, names) => {
  const shelf: Record<string, string> = { 'Sunny Farmers Full Cream Milk 2L': 'Milk' };
  const rows = names.map((name, nth) => ({
    nth: names.length - nth,
    name,
    text: searchText(name, [], [shelf[name] ?? null]),
  }));
  await pool.query(
    `update offer set search_text = given.text, name = given.name, category = null
     from jsonb_to_recordset($1::jsonb) given (nth int, name text, text text),
       (select o.id, row_number() over (order by o.id) as nth from offer o join retailer r on r.id = o.retailer_id
        where r.status = 'enabled' and last_seen_at > now() - interval '1 day' and search_tier = 3) listed
     where listed.nth = given.nth and offer.id = listed.id`,
    [JSON.stringify(rows)],
  );
  const found = (await searchOffers(em(), query, 5)).map(({ name }) => name);
  expect(found[0]).toBe(names[0]);
  expect(found.toSorted()).toEqual(names.toSorted());
});

test('ranks by the number of fitting words where half of them must fit', async () => {
  const { name: asked } = await anyRow(em(), Product);
  const [brand, line, ...rest] = asked.toLowerCase().split(' ');
  const found = await searchOffers(em(), `${brand} ${line} ${rest.at(-1)} zzyzx`, 20);
  const fitting = found.map(
    ({ name }) =>
      [brand, line, rest.at(-1)].filter((word = '') => name.toLowerCase().includes(word)).length,
  );
  expect(found[0]?.name).toBe(asked);
  expect(fitting).toEqual(fitting.toSorted((a, b) => b - a));
});

test('suggests popular names first', async () => {
  const tierOf = async (name: string) => {
    const sql = 'select min(search_tier) as tier from offer where name = $1';
    return (await pool.query(sql, [name])).rows[0].tier;
  };
  const tiers: number[] = [];
  for (const name of await suggestProducts(em(), 'b', 8)) tiers.push(await tierOf(name));
  expect(tiers).toHaveLength(8);
  expect(tiers).toEqual(tiers.toSorted((a, b) => a - b));
});

test('the vocabulary holds the words of existing offers, without digits', async () => {
  await em().insert(SearchWord, { word: 'gone', offers: 3 });
  await refreshSearchWords(em());
  const { rows } = await pool.query(
    `select count(*) filter (where word ~ '[0-9]' or word = 'gone')::int as wrong,
       (select offers from search_word join product on word = lower(product.brand) order by product.id limit 1) as offers,
       (select count(*)::int from offer where brand = (select brand from product order by id limit 1)) as counted
     from search_word`,
  );
  expect(rows).toEqual([{ wrong: 0, offers: rows[0].counted, counted: rows[0].counted }]);
});

describe('a list of products', () => {
  const page = { sort: 'price' as const, limit: 100, offset: 0 };

  test.each([
    ['', {}, 'true'],
    [' of one shop', { retailer: 'shop-7' }, "r.slug = 'shop-7'"],
    [' that are cheap', { maxPriceCents: 80_000 }, 'price_cents <= 80000'],
  ])('holds all%s that fit, each with its best offer', async (_which, filter, condition) => {
    const word = 'everything';
    await pool.query(`update offer set search_text = search_text || ' ${word}' where id in (
      select id from offer order by md5(url) limit 300)`);
    const { rows } = await pool.query(
      `select product_id as id, min(price_cents) as cents from offer join retailer r on r.id = retailer_id
       where search_text like '%${word}%' and r.status = 'enabled' and last_seen_at > now() - interval '1 day' and ${condition}
       group by 1 order by 2, 1 limit 100`,
    );
    const { products } = await listProducts(em(), { q: word, ...filter }, page);
    expect(products.map(({ productId: id, priceCents: cents }) => ({ id, cents }))).toEqual(rows);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('is limited to the most popular where very many fit, and a page beyond the end has the total', async () => {
    await pool.query(`update offer set search_text = search_text || ' anything'`);
    await refreshSearchTiers(em(), { ends: [600], smallCatalogue: 0 });
    const { rows } = await pool.query(
      `select count(distinct product_id)::int as total from offer join retailer r on r.id = retailer_id
       where search_tier = 0 and r.status = 'enabled' and last_seen_at > now() - interval '1 day'`,
    );
    const list = await listProducts(em(), { q: 'anything' }, page);
    expect(list.total).toBe(rows[0].total);
    const beyond = await listProducts(em(), { q: 'anything' }, { ...page, offset: 9_000 });
    expect(beyond).toEqual({ products: [], total: rows[0].total });
  });
});
