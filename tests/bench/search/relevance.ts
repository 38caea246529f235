/*
 * Labelled queries (labelled-queries.ts) over the demo shops' catalogue and what other shops sell beside it
 * (accessories.ts): `node tests/bench/search/relevance.ts <database url of an empty database>`. Prints for each query
 * which of the first 10 results are right (#) or not (.), the share of right ones among the first 10 and 50, and the means.
 * Shares are of what could be: of 4 right ones in all, 4 among the first 10 are 1.
 */

import type { EntityManager } from '@mikro-orm/postgresql';
import { migrate } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { refreshSearchWords, searchOffers } from '#db/queries/search/search.ts';
import { categoryOf } from '#domain/category.ts';
import { searchText } from '#domain/text/search-words.ts';
import { demoShelves } from '#worker/demo/world/listing.ts';
import { titleOf } from '#worker/demo/world/titles.ts';
import { insertSelect } from '../../support/insert-select.ts';
import { ACCESSORIES } from './accessories.ts';
import { LABELLED_QUERIES, type LabelledQuery } from './labelled-queries.ts';

/** So many shops sell each accessory. */
const ACCESSORY_SHOPS = 3;

const [, , url] = process.argv;
if (!url) throw new Error('usage: relevance.ts <database url>');
await migrate(url);
const orm = await openOrm(url);
const em = orm.em.fork() as EntityManager;
const goods = await fill();
await refreshSearchWords(em);
await em.execute('analyze');

const means = { 10: [] as number[], 50: [] as number[] };
for (const labelled of LABELLED_QUERIES) {
  const { query } = labelled;
  const possible = [...goods.values()].filter((good) => isRight(labelled, good)).length;
  if (possible === 0) throw new Error(`nothing is right for "${query}"`);
  const found = await searchOffers(em, query, 50);
  const right = found.map(({ url: address }) => isRight(labelled, goods.get(address)));
  const share = (count: number) =>
    right.slice(0, count).filter(Boolean).length / Math.min(count, possible);
  means[10].push(share(10));
  means[50].push(share(50));
  const marks = right.slice(0, 10).map((is) => (is ? '#' : '.'));
  console.log(
    query.padEnd(20),
    marks.join('').padEnd(10),
    share(10).toFixed(2),
    share(50).toFixed(2),
  );
  const wrong = found.slice(0, 10).filter((_, nth) => !right[nth]);
  if (wrong[0]) console.log(`${' '.repeat(22)}${wrong.map(({ name }) => name).join(' ¦ ')}`);
}
const mean = (shares: number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length;
console.log('mean'.padEnd(31), mean(means[10]).toFixed(3), mean(means[50]).toFixed(3));
await orm.close();

interface Good {
  name: string;
  range: string;
}

function isRight({ ranges, says, not }: LabelledQuery, good: Good | undefined): boolean {
  if (!good || !ranges.split(' ').includes(good.range)) return false;
  return (says?.test(good.name) ?? true) && !not?.test(good.name);
}

/** Stores every listing of every shop as an offer, accessories in some. Returns the goods by their address. */
async function fill(): Promise<Map<string, Good>> {
  const listings = [...demoShelves().values()].flatMap((shelf) => shelf.listings);
  const sold = listings.map((listing) => {
    const { shop, product } = listing;
    return {
      shop: shop.slug,
      product: product.id,
      name: titleOf(listing, product.pack),
      brand: product.brand,
      shopCategory: `${product.category.department} > ${product.category.name}`,
      seed: listing.seed,
      range: product.category.slug,
    };
  });
  const shops = [...new Set(sold.map(({ shop }) => shop))];
  const beside = ACCESSORIES.flatMap(([name, shopCategory], nth) =>
    shops.slice(0, ACCESSORY_SHOPS).map((shop) => ({
      ...{ shop, product: `accessory-${nth}`, name, brand: null, shopCategory },
      ...{ seed: nth * 37, range: 'accessories' },
    })),
  );
  const rows = [...sold, ...beside].map((good, nth) => {
    const category = categoryOf(good.shopCategory, good.name);
    return {
      ...good,
      category,
      url: `https://${good.shop}.example/${nth}`,
      search: searchText(good.name, [good.brand], [category, good.shopCategory]),
      ratings: good.seed % 900,
      overall: 30 + (good.seed % 60),
    };
  });
  const from = `jsonb_to_recordset(?::jsonb) as x(shop text, url text, product text, name text, category text, search text,
    ratings int, overall int)`;
  const all = [JSON.stringify(rows)];
  await em.execute(
    insertSelect(
      'retailer',
      { slug: 'shop', name: 'shop', website: `''` },
      `from (select distinct shop from ${from}) shops`,
    ),
    all,
  );
  await em.execute(
    insertSelect(
      'product',
      { name: 'name', title_key: 'product' },
      `from (select distinct on (product) name, product from ${from}) goods`,
    ),
    all,
  );
  await em.execute(
    insertSelect(
      'offer',
      {
        ...{ retailer_id: 'r.id', url: 'x.url', product_id: 'p.id', name: 'x.name' },
        ...{ category: 'x.category', search_text: 'x.search', rating_count: 'x.ratings' },
      },
      `from ${from} join retailer r on r.slug = x.shop join product p on p.title_key = x.product`,
    ),
    all,
  );
  await em.execute(
    insertSelect(
      'score',
      { offer_id: 'o.id', overall: 'x.overall' },
      `from offer o join ${from} on x.url = o.url`,
    ),
    all,
  );
  return new Map(rows.map((row) => [row.url, row]));
}
