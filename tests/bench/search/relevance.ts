/*
 * Labelled queries over the demo shops' catalogue: `node tests/bench/search/relevance.ts <database url of an empty database>`.
 * Prints for each query the share of right goods among the first 10 and 50 results, and their means. A result is right
 * when its product is of the named range and, where the query names a brand or model, its name holds that word.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { migrate } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { refreshSearchWords, searchOffers } from '#db/queries/search.ts';
import { categoryOf } from '#domain/category.ts';
import { searchWords } from '#domain/search-words.ts';
import { demoShelves } from '#worker/demo-retailers/listing.ts';
import { titleOf } from '#worker/demo-retailers/titles.ts';

/** Query, the ranges that are meant (names of catalogue files), and a word that must stand in the name. */
const LABELLED: readonly (readonly [query: string, ranges: string, word?: string])[] = [
  ['iphone 15', 'phones', 'iphone 15'],
  ['galaxy phone', 'phones', 'galaxy'],
  ['coffee machine', 'coffee-machines'],
  ['cofee machine', 'coffee-machines'],
  ['coffee beans', 'coffee-and-tea', 'beans'],
  ['running shoes', 'running-shoes'],
  ['runing shoes', 'running-shoes'],
  ['nike shoes', 'running-shoes', 'nike'],
  ['gaming laptop', 'gaming-laptops'],
  ['laptop', 'laptops gaming-laptops'],
  ['latpop', 'laptops gaming-laptops'],
  ['smart watch', 'smart-watches'],
  ['air fryer', 'air-fryers'],
  ['air freyer', 'air-fryers'],
  ['milk', 'milk-dairy', 'milk'],
  ['lego', 'lego'],
  ['headphones', 'headphones'],
  ['hedphones', 'headphones'],
  ['nappies', 'nappies'],
  ['dog food', 'dog-food'],
  ['cat food', 'cat-food'],
  ['cordless drill', 'power-tools', 'drill'],
  ['monitor', 'monitors'],
  ['printer', 'printers'],
  ['microwave', 'microwaves'],
  ['dishwasher', 'dishwashers'],
  ['dishwahser', 'dishwashers'],
  ['kettle', 'kettles-and-toasters', 'kettle'],
  ['tent', 'camping', 'tent'],
  ['fridge', 'fridges'],
];

const [, , url] = process.argv;
if (!url) throw new Error('usage: relevance.ts <database url>');
await migrate(url);
const orm = await openOrm(url);
const em = orm.em.fork() as EntityManager;
const rangeOf = await fill();
await refreshSearchWords(em);
await em.execute('analyze');

const means = { 10: [] as number[], 50: [] as number[] };
for (const [query, ranges, word = ''] of LABELLED) {
  const found = await searchOffers(em, query, 50);
  const right = found.map(
    ({ url: address, name }) =>
      ranges.split(' ').includes(rangeOf.get(address) ?? '') && name.toLowerCase().includes(word),
  );
  const share = (count: number) => {
    const first = right.slice(0, count);
    return first.filter(Boolean).length / (first.length || 1);
  };
  means[10].push(share(10));
  means[50].push(share(50));
  console.log(
    `${query.padEnd(20)} ${share(10).toFixed(2)} ${share(50).toFixed(2)} of ${found.length}`,
  );
}
const mean = (shares: number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length;
console.log(`${'mean'.padEnd(20)} ${mean(means[10]).toFixed(3)} ${mean(means[50]).toFixed(3)}`);
await orm.close();

/** Stores every listing of every shop as an offer. Returns the range of each address. */
async function fill(): Promise<Map<string, string>> {
  const listings = [...demoShelves().values()].flatMap((shelf) => shelf.listings);
  const rows = listings.map((listing, nth) => {
    const { shop, product } = listing;
    const name = titleOf(listing, product.pack);
    const { department, name: category } = product.category;
    return {
      shop: shop.slug,
      url: `https://${shop.slug}.example/${nth}`,
      product: product.id,
      name,
      category: categoryOf(category, name),
      search: searchWords([name, product.brand, category, department].join(' ')).join(' '),
      ratings: product.seed % 900,
      overall: 30 + (listing.seed % 60),
      range: product.category.slug,
    };
  });
  const from = `jsonb_to_recordset(?::jsonb) as x(shop text, url text, product text, name text, category text, search text,
    ratings int, overall int)`;
  await em.execute(
    `insert into retailer (slug, name, category, region, website, trust_score10, kind, status, pace_ms, discovery)
     select distinct shop, shop, '', '', '', 5, 'real', 'enabled', 0, '{}'::jsonb from ${from}`,
    [JSON.stringify(rows)],
  );
  await em.execute(
    `insert into product (name, title_key, specifications) select distinct on (product) name, product, '{}' from ${from}`,
    [JSON.stringify(rows)],
  );
  await em.execute(
    `with added as (
       insert into offer (retailer_id, url, product_id, match_method, match_confidence, match_because, name, category, search_text,
         source, price_cents, availability, rating_count, extraction, price_changed_at, last_seen_at)
       select r.id, x.url, p.id, 'new', 1, '[]', x.name, x.category, x.search, 'live', 1, 'in_stock', x.ratings, '', now(), now()
       from ${from} join retailer r on r.slug = x.shop join product p on p.title_key = x.product
       returning id, url)
     insert into score (offer_id, overall, price, quality, value, popularity, reason, highlights)
     select added.id, x.overall, 50, 50, 50, 50, '', '[]' from added join ${from} on x.url = added.url`,
    [JSON.stringify(rows), JSON.stringify(rows)],
  );
  return new Map(rows.map((row) => [row.url, row.range]));
}
