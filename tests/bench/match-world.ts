/*
 * Measures matching on demo worlds: `npx node tests/bench/match-world.ts [seed …]`. Each seed gives the shops other ranges, names and GTINs.
 * Groups every offer in turn, in memory, as assign-products does. Prints false merges and the share of true products with two or more
 * offers that form one product.
 */
import { demoOffers, groupOffers } from '../support/matching/demo-offers.ts';

const seeds = process.argv.slice(2).map(Number);
const at = new Date('2026-11-20T02:00:00Z');
for (const seed of seeds.length > 0 ? seeds : [11, 12, 13, 14, 15]) {
  const rows = demoOffers(seed, at);
  const start = performance.now();
  const { offers, products, falseMerges, complete } = groupOffers(rows);
  const ms = (performance.now() - start) / offers;
  console.log(
    `seed ${seed}: ${offers} offers, ${products} products, ${falseMerges.length} false merges, ` +
      `${(100 * complete).toFixed(1)} % complete, ${ms.toFixed(2)} ms an offer`,
  );
  for (const { names, truths } of falseMerges)
    console.log(`  ${[...truths].join(', ')}: ${names.join(' | ')}`);
}
