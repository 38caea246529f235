/*
 * Prints the verdicts of the demonstration's products in some weeks of a year: `npx node tests/bench/verdicts.ts [2026-10-14 …]`.
 *
 * "First pages": the share of Buy among the first 24 products of each kind, were every Buy listed first. The AI score, which orders them,
 * has other parts, so pages show no more than that. Prices, years and verdicts are those of the product; only the catalogue is made up.
 */
import { isBuyable } from '#domain/offers/availability.ts';
import { lastingBestPrices } from '#domain/prices/best-price-series.ts';
import { wordOf, yearFigures, yearStanding } from '#domain/prices/buy-verdict.ts';
import { isDueSoon, priceRhythm } from '#domain/prices/rhythm.ts';
import { DAY_MS } from '#domain/time.ts';
import { demoShelves, type Listing } from '#worker/demo/world/listing.ts';
import { priceChanges } from '#worker/demo/world/price-clock.ts';

const WEEKS = ['2026-08-12', '2026-09-16', '2026-10-14', '2026-11-11', '2026-11-28', '2026-12-26'];
/** Products on a first page of results. */
const FIRST_PAGE = 24;
const YEAR_DAYS = 365;

const products = Map.groupBy(
  [...demoShelves().values()].flatMap((shelf) => shelf.listings),
  ({ product }) => product.id,
);
const kinds = Map.groupBy(products.values(), ([first]) => first?.product.category.slug);
const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;

console.log(`${products.size} products of ${kinds.size} kinds`);
for (const week of process.argv[2] ? process.argv.slice(2) : WEEKS) {
  const nowMs = Date.parse(`${week}T10:00:00+10:00`);
  const pages = [...kinds.values()].map((goods) => {
    const words = goods.map((listings) => verdict(listings, nowMs));
    return { words, buys: words.filter((word) => word === 'buy').length };
  });
  const words = pages.flatMap((page) => page.words);
  const shares = ['buy', 'fair', 'wait'].map(
    (word) => `${word} ${percent(words.filter((each) => each === word).length, words.length)}`,
  );
  const shown = pages.map((page) => Math.min(FIRST_PAGE, page.words.length));
  const buys = pages.map((page) => Math.min(FIRST_PAGE, page.buys));
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
  console.log(
    `${week}: ${shares.join(', ')}; first pages at most ${percent(sum(buys), sum(shown))}`,
  );
}

/** The verdict on a product's best price; 'sold out' without one. */
function verdict(listings: readonly Listing[], nowMs: number): string {
  const from = new Date(nowMs - YEAR_DAYS * DAY_MS);
  const lines = listings.map(({ shop, product }) =>
    priceChanges(shop, product, from, new Date(nowMs)).map((change) => ({
      atMs: change.at.getTime(),
      priceCents: isBuyable(change.availability) ? change.priceCents : null,
    })),
  );
  const best = lastingBestPrices(lines);
  const priceCents = best.at(-1)?.priceCents ?? null;
  if (priceCents === null) return 'sold out';
  const due = lines
    .flatMap((points) => priceRhythm(points, nowMs, lines.length) ?? [])
    .sort((a, b) => a.specialCents - b.specialCents)
    .find((rhythm) => isDueSoon(rhythm, nowMs));
  return wordOf(yearStanding(yearFigures(best, nowMs, due ?? null), priceCents));
}
