/*
 * Prints how Smart Search answers: `npx node tests/bench/questions.ts [--database url] [first] [held]`.
 *
 * Asks the questions of tests/bench/questions/*.tsv (intent, question; then a pattern that each pick's name must match, one that it must
 * not match, and dollars at most; '-' for none) over the demonstration's catalogue with its specifications, ratings and a year of prices.
 * Prints the intent, the picks and what each question fails of: the intent, picks, type, budget, a need or tip that a pick breaks, "no
 * shop sells" where search finds. Then prints the totals and the time of an answer without a model. With a database URL, keeps its database.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { slotOf } from '#db/queries/offers/price-points.ts';
import { searchOffers } from '#db/queries/search/search.ts';
import { logger } from '#db/runtime/log.ts';
import { AVAILABILITIES } from '#domain/offers/availability.ts';
import { headNounOf } from '#domain/search/name-head.ts';
import { buyingTipsFor } from '#domain/smart/rules.ts';
import { DAY_MS } from '#domain/time.ts';
import { recommend } from '#site/api/ask/recommend.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import { demoShelves } from '#worker/demo/world/listing.ts';
import { priceChanges } from '#worker/demo/world/price-clock.ts';
import { cardView } from '#worker/demo/world/product-view.ts';
import { startPostgres } from '../support/postgres-setup.ts';
import { demoGoods, openWorld } from './search/goods-world.ts';

const SETS = ['first', 'held'];
const YEAR_DAYS = 365;
const ROWS_AT_ONCE = 2_000;
const { values, positionals } = parseArgs({
  options: { database: { type: 'string' } },
  allowPositionals: true,
});
const stop = values.database ? async () => {} : await startPostgres();
const world = await openWorld(
  values.database ?? process.env['TEST_POSTGRES_URL'] ?? '',
  'bench_questions',
  demoGoods(),
);
const { em } = world;
await addPastOnce(em);
const services = { em: () => em.fork(), config: { openai: null }, log: logger('bench') };

for (const set of positionals[0] ? positionals : SETS) await askAll(set);
await world.close();
await stop();

async function askAll(set: string): Promise<void> {
  const times: number[] = [];
  const faults = new Map<string, number>();
  let good = 0;
  const questions = readFileSync(new URL(`questions/${set}.tsv`, import.meta.url), 'utf8');
  const rows = questions.trim().split('\n');
  for (const row of rows) {
    const [intent = '', query = '', right = '-', wrong = '-', most = '-'] = row.split('\t');
    const asked = { query, category: null, budgetCents: null };
    const startedAt = performance.now();
    const { advice, evidence } = await recommend(services as unknown as ApiServices, asked);
    times.push(performance.now() - startedAt);
    const picked = advice.topPicks.flatMap(({ name, role }) => {
      const product = evidence.products.find((one) => one.name === name);
      return product ? [{ name, role, product }] : [];
    });
    const isOwn = (pattern: string, name: string) => new RegExp(pattern, 'i').test(name);
    const found = picked[0] ? 0 : (await searchOffers(em, query, { products: 5, offers: 5 })).total;
    const isRefusal = right === 'nothing';
    const failed = [
      advice.intent !== intent && 'intent',
      !picked[0] !== isRefusal && (isRefusal ? 'picks for nothing' : 'no picks'),
      !picked[0] && found > 0 && /No shop/.test(advice.summary) && 'no shop sells',
      right !== '-' && !isRefusal && picked.some(({ name }) => !isOwn(right, name)) && 'type',
      wrong !== '-' && picked.some(({ name }) => isOwn(wrong, name)) && 'unwanted',
      most !== '-' &&
        picked.some(({ product }) => product.best.priceCents > Number(most) * 100) &&
        'budget',
      picked.some(({ product }) => product.checks.some((each) => each.check === 'breaks')) &&
        'need',
      intent === 'compare' &&
        !advice.comparison &&
        !/^We found nothing for/.test(advice.summary) &&
        'not side by side',
      (intent === 'purpose' || right.includes('|types')) &&
        new Set(picked.map(({ role }) => role)).size < 3 &&
        'types',
      advice.buyingTips.some((tip) => !tipsOf(evidence.type, picked).includes(tip)) &&
        intent === 'find' &&
        'tip',
    ].filter((each) => typeof each === 'string');
    if (!failed[0]) good += 1;
    for (const fault of failed) faults.set(fault, (faults.get(fault) ?? 0) + 1);
    console.log(`${failed[0] ? `✗ ${failed.join(', ')}` : '✓'}  [${advice.intent}] ${query}`);
    console.log(`     ${advice.summary}`);
    for (const { name, role, product } of picked) {
      const head = headNounOf(name, product.best.brand) ?? '';
      console.log(
        `     - ${name} $${product.best.priceCents / 100} (${[role, head, product.best.buyVerdict.word].filter(Boolean).join('; ')})`,
      );
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0);
  const said = [...faults].map(([fault, count]) => `${fault} ${count}`).join(', ');
  console.log(
    `\n${set}: ${good} of ${rows.length} pass all checks; ${said || 'no faults'}; p50 ${at(0.5)} ms, p95 ${at(0.95)} ms\n`,
  );
}

/** The tips that these picks pass. */
function tipsOf(
  type: string,
  picked: readonly { product: Parameters<typeof buyingTipsFor>[1][number] }[],
) {
  return buyingTipsFor(
    type,
    picked.map(({ product }) => product),
  );
}

/** Adds what shops publish beside names: specifications, ratings, today's price and stock, and a year of prices. */
async function addPastOnce(em: EntityManager): Promise<void> {
  const known = await em.execute('select 1 from price_pack limit 1');
  if (known[0]) return;
  const now = new Date();
  const from = new Date(now.getTime() - YEAR_DAYS * DAY_MS);
  const listings = [...demoShelves().values()].flatMap((shelf) =>
    shelf.listings.map((listing) => ({ shelf, listing })),
  );
  const facts = new Map(listings.map(({ listing: { product } }) => [product.id, product.facts]));
  await em.execute(
    `update product p set specifications = x.facts from jsonb_to_recordset(?::jsonb) as x(key text, facts jsonb) where p.model_key = x.key`,
    [JSON.stringify([...facts].map(([key, each]) => ({ key, facts: each })))],
  );
  for (let start = 0; start < listings.length; start += ROWS_AT_ONCE) {
    const rows = listings.slice(start, start + ROWS_AT_ONCE).map(({ shelf, listing }, nth) => {
      const { price, rating } = cardView(shelf, listing, { at: now, priceFactor: 1 });
      const changes = priceChanges(listing.shop, listing.product, from, now);
      return {
        url: `https://${listing.shop.slug}.example/${start + nth}`,
        price: price.priceCents,
        availability: price.availability,
        stars: rating?.value ?? null,
        ratings: rating?.count ?? null,
        slots: changes.map(({ at }) => slotOf(at)),
        prices: changes.map(({ priceCents }) => priceCents),
        states: changes.map(({ availability }) => AVAILABILITIES.indexOf(availability) + 1),
      };
    });
    await em.execute(
      `with x as (select * from jsonb_to_recordset(?::jsonb) as x(url text, price int, availability text, stars real, ratings int,
          slots int[], prices int[], states smallint[])),
        changed as (update offer o set price_cents = x.price, availability = x.availability, rating_average = x.stars,
          rating_count = x.ratings, last_seen_at = now() from x where o.url = x.url returning o.id, o.url)
        insert into price_pack (offer_id, year, slots, prices_cents, original_prices_cents, availabilities)
        select c.id, ${now.getUTCFullYear()}, x.slots, x.prices, array_fill(null::int, array[cardinality(x.slots)]), x.states
        from changed c join x on x.url = c.url where cardinality(x.slots) > 0`,
      [JSON.stringify(rows)],
    );
  }
  await em.execute('analyze');
}
