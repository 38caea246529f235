/*
 * Compares stored offers with the demo shops' truth: `npx node tests/bench/demo-truth.ts <database url>`. Checks each offer against the truth
 * at the moment it was last seen. Prints the share that agrees by page style and field, and the first differences.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { openOrm } from '#db/orm.ts';
import { type OfferTruth, offerTruth } from '../support/demo-truth.ts';

interface Stored {
  url: string;
  seller: string;
  retailer: string;
  name: string;
  priceCents: number;
  originalPriceCents: number | null;
  availability: string;
  lastSeenAt: string;
  extraction: string;
}

const [, , databaseUrl] = process.argv;
if (!databaseUrl) throw new Error('usage: demo-truth.ts <database url>');
const orm = await openOrm(databaseUrl);
const em = orm.em.fork() as EntityManager;
const offers = await em.execute<Stored[]>(
  `select o.url, o.seller, r.slug as retailer, o.name, o.price_cents as "priceCents",
     o.original_price_cents as "originalPriceCents", o.availability, o.last_seen_at as "lastSeenAt", o.extraction
   from offer o join retailer r on r.id = o.retailer_id where r.kind = 'demo'`,
);
await orm.close();

const byStyle = new Map<string, { offers: number; agree: number; unknown: number }>();
const differences = new Map<string, number>();
const examples: string[] = [];
for (const offer of offers) {
  const truth = offerTruth(offer.url, offer.seller, new Date(offer.lastSeenAt));
  const style = truth?.pageStyle ?? 'not an offer of any shop';
  const row = byStyle.get(style) ?? { offers: 0, agree: 0, unknown: 0 };
  byStyle.set(style, row);
  row.offers += 1;
  const wrong = truth ? differencesOf(offer, truth) : ['unknown address'];
  if (wrong.length === 0) row.agree += 1;
  for (const field of wrong) {
    const key = `${style}: ${field.split(' ')[0]}`;
    differences.set(key, (differences.get(key) ?? 0) + 1);
    if ((differences.get(key) ?? 0) <= 2) {
      examples.push(`${style} ${offer.extraction} ${offer.url} ${offer.seller}: ${field}`);
    }
  }
}
let agree = 0;
for (const [style, row] of [...byStyle].sort()) {
  agree += row.agree;
  console.log(`${style.padEnd(28)} ${String(row.agree).padStart(6)} of ${row.offers} agree`);
}
console.log(
  `${((agree / offers.length) * 100).toFixed(2)} % of ${offers.length} offers agree with the truth`,
);
for (const [key, count] of [...differences].sort((a, b) => b[1] - a[1]))
  console.log(`  ${count} × ${key}`);
for (const example of examples) console.log(`  ${example}`);

function differencesOf(offer: Stored, truth: OfferTruth): string[] {
  const wrong: string[] = [];
  if (offer.priceCents !== truth.priceCents) {
    wrong.push(`price ${offer.priceCents} is ${truth.priceCents}`);
  }
  if (offer.originalPriceCents !== truth.originalPriceCents) {
    wrong.push(`was ${offer.originalPriceCents} is ${truth.originalPriceCents}`);
  }
  if (offer.availability !== 'unknown' && offer.availability !== truth.availability) {
    wrong.push(`availability ${offer.availability} is ${truth.availability}`);
  }
  return wrong;
}
