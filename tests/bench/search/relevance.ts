/*
 * Asks labelled queries (labelled-queries.ts) over the demo shops' catalogue and accessories (accessories.ts):
 * `npx node tests/bench/search/relevance.ts [sets]`. Prints for each query which of the first 10 products are right (#) or wrong (.), and its
 * nDCG@10; variants of a model are one result. Then prints for each set the mean, the queries with a right first product or without
 * results, and how many queries for goods that no shop sells found nothing.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { migrate } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { checkCategories } from '#db/queries/products/shelves.ts';
import { refreshSearchWords, searchOffers } from '#db/queries/search/search.ts';
import { refreshSearchProducts } from '#db/queries/search/search-products.ts';
import { categoryOf } from '#domain/category.ts';
import { familiesOf } from '#domain/search/families.ts';
import { searchText } from '#domain/search/search-words.ts';
import { demoShelves } from '#worker/demo/world/listing.ts';
import { titleOf } from '#worker/demo/world/titles.ts';
import { familyKeys } from '#worker/match/family-keys.ts';
import { productText } from '#worker/match/product-text.ts';
import { insertSelect } from '../../support/insert-select.ts';
import { startPostgres } from '../../support/postgres-setup.ts';
import { ACCESSORIES } from './accessories.ts';
import { type LabelledQuery, labelledQueries, SETS } from './labelled-queries.ts';

/** Products of an answer that count. */
const DEPTH = 10;
/** Shops that sell each accessory. */
const ACCESSORY_SHOPS = 3;

const stop = await startPostgres();
const url = process.env['TEST_POSTGRES_URL'] ?? '';
await migrate(url);
const orm = await openOrm(url);
const em = orm.em.fork() as EntityManager;
const goods = await fill();
await checkCategories(em);
const products = await em.execute<{ id: string }[]>('select id from product');
await refreshSearchProducts(
  em,
  products.map(({ id }) => id),
);
await refreshSearchWords(em);
await em.execute('analyze');

const byProduct = Map.groupBy(goods.values(), ({ product }) => product);
const asked = process.argv.slice(2);
for (const set of asked[0] ? asked : SETS) {
  const sold: Awaited<ReturnType<typeof judge>>[] = [];
  const absent: boolean[] = [];
  for (const labelled of labelledQueries(set)) {
    if (labelled.ranges[0]) sold.push(await judge(labelled));
    else absent.push(await judgeAbsent(labelled.query));
  }
  const mean = sold.reduce((sum, { gain }) => sum + gain, 0) / Math.max(1, sold.length);
  const first = sold.filter((mark) => mark.first).length;
  const nothing = sold.filter(({ found }) => found === 0).length;
  const said = absent.filter(Boolean).length;
  console.log(
    `${set}: ${sold.length} queries, nDCG@10 ${mean.toFixed(3)}, ${first} right in first place, ${nothing} with nothing; ${said} of ${absent.length} not sold say so\n`,
  );
}
await orm.close();
await stop();

/** Asks for goods that no shop sells; prints the results or the suggestion. Returns whether nothing was found. */
async function judgeAbsent(query: string): Promise<boolean> {
  const { offers, nearest } = await searchOffers(em, query, { products: 3, offers: 3 });
  const found = offers.map(({ name }) => name).join(' ¦ ');
  console.log(query.padEnd(34), found || `nothing; near: ${JSON.stringify(nearest)}`);
  return offers.length === 0;
}

/** Asks a query and prints which of its first products are right (#) or wrong (.). */
async function judge(labelled: LabelledQuery) {
  const { query } = labelled;
  const rightGoods = [...byProduct].filter(([, names]) => isRight(labelled, names));
  const rightProducts = new Set(rightGoods.map(([product]) => product));
  // Variants of one model are one result.
  const variants = rightGoods.map(([productId, [good]]) => ({
    productId,
    familyKeys: good?.familyKeys ?? [],
  }));
  const possible = new Set(familiesOf(variants).values()).size;
  if (possible === 0) throw new Error(`nothing is right for "${query}"`);
  const answer = await searchOffers(em, query, { products: DEPTH, offers: DEPTH });
  const byId = Map.groupBy(answer.offers, ({ productId }) => productId).values();
  const offers = [...byId].flatMap(([best]) => best ?? []);
  const right = offers.map(({ url: address }) =>
    rightProducts.has(goods.get(address)?.product ?? ''),
  );
  const gainAt = (_: unknown, place: number) => 1 / Math.log2(place + 2);
  const gain = right.map((is, place) => (is ? gainAt(is, place) : 0)).reduce((a, b) => a + b, 0);
  const ideal = Array.from({ length: Math.min(DEPTH, possible) }, gainAt).reduce((a, b) => a + b);
  const marks = right.map((is) => (is ? '#' : '.')).join('');
  console.log(query.padEnd(28), marks.padEnd(DEPTH + 1), (gain / ideal).toFixed(2));
  const wrong = offers.filter((_, nth) => !right[nth]);
  if (wrong[0]) console.log(`${' '.repeat(10)}${wrong.map(({ name }) => name).join(' ¦ ')}`);
  // Two variants that the answer did not take for one model are both right.
  return { gain: Math.min(1, gain / ideal), first: right[0] ?? false, found: offers.length };
}

interface Good {
  familyKeys: string[];
  name: string;
  range: string;
  product: string;
  cents: number;
}

/** A product is right if one of its shops' titles matches the label and none is excluded by it. */
function isRight(labelled: LabelledQuery, titles: readonly Good[]): boolean {
  const { ranges, says, not, under, over } = labelled;
  return (
    titles.every(
      ({ range, cents }) => ranges.includes(range) && cents <= under * 100 && cents >= over * 100,
    ) &&
    (!says || titles.some(({ name }) => says.test(name))) &&
    !(not && titles.some(({ name }) => not.test(name)))
  );
}

/** Stores all listings of all shops as offers, and accessories in some shops. Returns the goods by URL. */
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
      cents: product.usualCents,
    };
  });
  const shops = [...new Set(sold.map(({ shop }) => shop))];
  const beside = ACCESSORIES.flatMap(([name, shopCategory], nth) =>
    shops.slice(0, ACCESSORY_SHOPS).map((shop) => ({
      shop,
      product: `accessory-${nth}`,
      name,
      brand: null,
      shopCategory,
      seed: nth * 37,
      range: 'accessories',
      cents: 1_500,
    })),
  );
  const listed = [...sold, ...beside];
  const keysOf = new Map(
    [...Map.groupBy(listed, ({ product }) => product)].map(([product, goods]) => [
      product,
      [...new Set(goods.flatMap((good) => familyKeys(productText(good))))],
    ]),
  );
  const rows = listed.map((good, nth) => {
    const category = categoryOf(good.shopCategory, good.name);
    return {
      ...good,
      category,
      familyKeys: keysOf.get(good.product) ?? [],
      url: `https://${good.shop}.example/${nth}`,
      search: searchText(good.name, [good.brand], [category, good.shopCategory]),
      ratings: good.seed % 900,
      overall: 30 + (good.seed % 60),
    };
  });
  const from = `jsonb_to_recordset(?::jsonb) as x(shop text, url text, product text, name text, brand text, "shopCategory" text, category text, "familyKeys" text[], search text, cents int,
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
      {
        name: 'name',
        brand: 'brand',
        category: 'category',
        model_key: 'product',
        family_keys: '"familyKeys"',
      },
      `from (select distinct on (product) name, brand, category, product, "familyKeys" from ${from}) goods`,
    ),
    all,
  );
  await em.execute(
    insertSelect(
      'offer',
      {
        retailer_id: 'r.id',
        url: 'x.url',
        product_id: 'p.id',
        name: 'x.name',
        category: 'x.category',
        brand: 'x.brand',
        search_text: 'x.search',
        price_cents: 'x.cents',
        rating_count: 'x.ratings',
      },
      `from ${from} join retailer r on r.slug = x.shop join product p on p.model_key = x.product`,
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
