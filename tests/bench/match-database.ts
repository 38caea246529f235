/*
 * Measures how fast offers find their product in Postgres: `npx node tests/bench/match-database.ts [stored offers] [matched offers]`. Stores
 * products of the demo catalogue under invented brands, four offers each, then assigns new offers to them, one at a time and in groups as
 * feeds do. One offer in ten belongs to a product that no shop sells yet. Prints milliseconds per offer.
 */
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { readCatalogue } from '#worker/demo/world/read-catalogue.ts';
import { emptyCandidate, offerOf } from '#worker/extract/values/candidate.ts';
import { familyKeys } from '#worker/match/family-keys.ts';
import { matchKeys } from '#worker/match/match-keys.ts';
import { productText } from '#worker/match/product-text.ts';
import { assignProducts } from '#worker/offers/assign-products.ts';
import { createRetailer } from '../support/factory.ts';
import { startPostgres } from '../support/postgres-setup.ts';
import { openTestOrm } from '../support/test-orm.ts';
import { quantile } from './measure.ts';

const OFFERS_A_PRODUCT = 4;
const GROUP = 500;
const SINGLE = 1_000;
const storedOffers = Number(process.argv[2] ?? 1_000_000);
const matchedOffers = Number(process.argv[3] ?? 100_000);

const catalogue = readCatalogue();
const SYLLABLES = 'ba co di fu ga ho ki lo ma ne pu ra si to vu we xa yo ze'.split(' ');

/** An invented brand for one pass through the catalogue. */
function brandOf(round: number): string {
  const [a = '', b = '', c = ''] = [
    round % 19,
    Math.floor(round / 19) % 19,
    Math.floor(round / 361) % 19,
  ].map((nth) => SYLLABLES[nth]);
  return `${a}${b}${c}n`.replace(/^./, (letter) => letter.toUpperCase());
}

/** The nth product; each spelling belongs to another shop. */
function goodsOf(nth: number, spelling = 0) {
  const product = catalogue[nth % catalogue.length];
  if (!product) throw new Error('the catalogue is empty');
  const brand = brandOf(Math.floor(nth / catalogue.length));
  const { line, noun, options, pack } = product;
  const size = pack ? `${pack.count > 1 ? `${pack.count} x ` : ''}${pack.amount}${pack.unit}` : '';
  const words = [brand, line, noun, ...Object.values(options), size].filter(Boolean);
  const name =
    spelling === 0 ? words.join(' ') : words.toSpliced(1, 0, 'New').join(', ').toLowerCase();
  return { name, brand, price: product.usualCents / 100 };
}

function readingOf(nth: number): OfferReading {
  const { name, brand, price } = goodsOf(nth, 1);
  const stated = { name, brand, price: price.toFixed(2), currency: 'AUD' };
  const candidate = { ...emptyCandidate('json-ld'), ...stated, availability: 'in_stock' as const };
  const reading = offerOf(candidate, `https://shop.example/${nth}`);
  if (!reading) throw new Error('the candidate has no name');
  return reading;
}

const stopPostgres = await startPostgres();
const orm = await openTestOrm();
const em = orm.em();
const products = Math.floor(storedOffers / OFFERS_A_PRODUCT);
const { id: retailer } = await createRetailer(em);
const filled = performance.now();
const indexes = await em.execute<{ indexdef: string }[]>(
  `select indexdef from pg_indexes where tablename = 'product' and indexdef ilike '%using gin%'`,
);
await em.execute('drop index product_match_keys');
await em.execute('drop index product_family_keys');
for (let from = 0; from < products; from += 10_000) {
  const rows = Array.from({ length: Math.min(10_000, products - from) }, (_, nth) => {
    const goods = goodsOf(from + nth);
    const text = productText(goods);
    const { matchKeys: keys } = matchKeys(text);
    return {
      matchKeys: keys,
      name: goods.name,
      brand: goods.brand,
      familyKeys: familyKeys(text),
      cents: goods.price * 100,
    };
  });
  const lists = '"matchKeys" text[], "familyKeys" text[]';
  await em.execute(
    `insert into product (name, brand, match_keys, family_keys, specifications)
     select name, brand, "matchKeys", "familyKeys", jsonb_build_object('cents', cents)
     from json_to_recordset(:rows::json) as x(name text, brand text, cents float, ${lists})`,
    { rows: JSON.stringify(rows) },
  );
}
for (const { indexdef } of indexes) await em.execute(indexdef);
await em.execute(
  `insert into offer (retailer_id, url, product_id, match_method, match_confidence, match_because, name, search_text, source,
     price_cents, availability, extraction, price_changed_at, last_seen_at)
   select '${retailer}', 'https://shop.example/' || p.id || '/' || n, p.id, 'new', 1, '[]', p.name, '', 'feed', (p.specifications->>'cents')::float, 'in_stock', '',
     now(), now() from product p, generate_series(1, ${OFFERS_A_PRODUCT}) n`,
);
await em.execute('vacuum analyze product');
await em.execute('vacuum analyze offer');
console.log(
  `stored ${storedOffers} offers in ${((performance.now() - filled) / 1000).toFixed(0)} s`,
);

/** The readings to match: nine in ten belong to stored products, spread evenly; the others to new ones. */
const readings = (count: number, start: number) =>
  Array.from({ length: count }, (_, nth) =>
    readingOf(nth % 10 === 9 ? products + start + nth : ((start + nth) * 7919) % products),
  );

const singles: number[] = [];
let linked = 0;
for (const reading of readings(SINGLE + 100, 0)) {
  const start = performance.now();
  const { assignments } = await assignProducts(orm.em(), [reading], { isDemo: false });
  singles.push(performance.now() - start);
  if (assignments[0]?.matchMethod !== 'new') linked += 1;
}
const at = (share: number) => quantile(singles.slice(100), share).toFixed(1);
console.log(
  `one new offer beside ${storedOffers} stored: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ${linked} of ${singles.length} linked`,
);

const cpu = process.cpuUsage();
const start = performance.now();
const all = readings(matchedOffers, 2 * SINGLE);
for (let from = 0; from < all.length; from += GROUP)
  await assignProducts(orm.em(), all.slice(from, from + GROUP), { isDemo: false });
const seconds = (performance.now() - start) / 1000;
const used = process.cpuUsage(cpu);
console.log(
  `${matchedOffers} offers in groups of ${GROUP}: ${seconds.toFixed(1)} s, of which ${((used.user + used.system) / 1e6).toFixed(1)} s CPU in Node`,
);
await orm.close();
await stopPostgres();
