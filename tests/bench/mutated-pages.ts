/*
 * Damaged pages: `npx node tests/bench/mutated-pages.ts <folder of pages> [--count 20000] [--first 0]`.
 * Each saved page in turn is damaged: bytes flipped, tags cut, its markup nested 10,000 deep, a script of 8 MB, parts of two pages in
 * one. Fails where reading throws, takes longer than the pool waits, or gives a price that no source of the page states.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { parseJson } from '#domain/text/parse-json.ts';
import { chance, reseed } from '#worker/demo/world/seeded.ts';
import { pageAddress } from '#worker/extract/page/address.ts';
import { markupWithin, readPage } from '#worker/extract/read-page.ts';
import { gatherEvidence } from '#worker/extract/reading/evidence.ts';
import { findProducts } from '#worker/extract/sources/data/search.ts';
import { expectedPage } from '#worker/replay/expected-page.ts';
import { readPackedText } from '#worker/replay/packed-text.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '20000' },
    first: { type: 'string', default: '0' },
  },
});
const [folder] = positionals;
if (!folder) throw new Error('usage: mutated-pages.ts <folder of pages> [--count n] [--first n]');

const NOW_MS = Date.now();
/** What the pool gives one page, in milliseconds. */
const LONGEST_MS = 8_000;
const SCRIPT_CHARS = 8_000_000;
const LARGE_ONE_IN = 400;
const at = (body: string, seed: number, question: number): number =>
  Math.floor(chance(seed, question) * body.length);
const insert = (body: string, position: number, text: string): string =>
  body.slice(0, position) + text + body.slice(position);

type Damage = (body: string, seed: number, other: string) => string;
const DAMAGES: Record<string, Damage> = {
  'bytes flipped': (body, seed) => {
    const bytes = Buffer.from(body);
    for (let index = 0; index < 40 && bytes.length > 0; index += 1) {
      const position = Math.floor(chance(reseed(seed, index), 1) * bytes.length);
      bytes[position] = (bytes[position] ?? 0) ^ (1 << Math.floor(chance(seed, index) * 8));
    }
    return bytes.toString();
  },
  'tags cut': (body, seed) =>
    body.replace(/<[^<>]*>/g, (tag, offset: number) =>
      chance(reseed(seed, offset), 2) < 0.03
        ? tag.slice(0, Math.floor(tag.length * chance(seed, offset)))
        : tag,
    ),
  'cut short': (body, seed) => body.slice(0, at(body, seed, 3)),
  'nested deep': (body, seed) => insert(body, at(body, seed, 4), '<div>'.repeat(10_000)),
  'two pages': (body, seed, other) =>
    body.slice(0, at(body, seed, 5)) + other.slice(at(other, seed, 6)),
};
const LARGE: Damage = (body) =>
  `${body}<script>window.x = {"price":"${'1"},{"price":"'.repeat(SCRIPT_CHARS / 13)}</script>`;

const listed = z
  .array(expectedPage)
  .parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')));
const pages = await Promise.all(
  listed.map(async ({ file, url }) => ({
    body: await readPackedText(join(folder, file)),
    url: url ?? '',
  })),
);
const faults: string[] = [];
let priced = 0;
let longest = 0;
// The extractor never throws: what went wrong in it is on standard error.
const thrown: string[] = [];
console.error = (...said: unknown[]) => thrown.push(said.map(String).join(' '));
const started = performance.now();
const first = Number(values.first);
for (let seed = first; seed < first + Number(values.count); seed += 1) {
  const page = pages[seed % pages.length];
  const other = pages[Math.floor(chance(seed, 9) * pages.length)];
  if (!page || !other) throw new Error('no pages');
  const kinds = Object.entries(DAMAGES);
  const isLarge = seed % LARGE_ONE_IN === 0;
  const [how = '', damage = LARGE] = isLarge
    ? ['large script', LARGE]
    : (kinds[seed % kinds.length] ?? []);
  const body = damage(page.body, seed, other.body);
  const from = performance.now();
  const reading = readPage({ body, url: page.url, contentType: null, nowMs: NOW_MS });
  const took = performance.now() - from;
  longest = Math.max(longest, took);
  if (took > LONGEST_MS) faults.push(`${seed} (${how}): ${took.toFixed(0)} ms`);
  const prices = [reading.product, ...reading.variants, ...reading.items].flatMap(
    (offer) => offer?.price ?? [],
  );
  if (prices.length === 0) continue;
  priced += 1;
  const stated = statedAmounts(body, page.url);
  for (const price of prices)
    if (!stated.has(Number(price))) faults.push(`${seed} (${how}): nothing states ${price}`);
}
faults.push(...thrown);
const seconds = (performance.now() - started) / 1_000;
console.log(
  `${values.count} damaged pages in ${seconds.toFixed(0)} s: ${priced} with a price, the slowest ${longest.toFixed(0)} ms, ${faults.length} faults`,
);
console.log(faults.slice(0, 20).join('\n'));
process.exitCode = faults.length > 0 ? 1 : 0;

/** Every amount that a source of the page states or that it prints. */
function statedAmounts(body: string, url: string): Set<number> {
  const address = pageAddress(url);
  const json = /^\s*[[{]/.test(body) ? jsonOf(body) : undefined;
  if (json !== undefined) {
    const amounts = amountsOf(findProducts([json], address, 'json', NOW_MS).products.flatMap(all));
    return amounts.size > 0 ? amounts : amountsOnPage(markupWithin(json), url);
  }
  return amountsOnPage(body, url);
}

function amountsOnPage(body: string, url: string): Set<number> {
  const { structured, openGraph, states, marks, visible } = gatherEvidence({
    body,
    url,
    nowMs: NOW_MS,
  });
  const amounts = amountsOf([
    openGraph,
    ...[...structured.products, ...states()].flatMap(all),
    ...(visible ? [visible.candidate] : []),
  ]);
  for (const { amount } of marks) amounts.add(Number(amount));
  return amounts;
}

function all<T>({ candidate, variants }: { candidate: T; variants: readonly T[] }): T[] {
  return [candidate, ...variants];
}

function amountsOf(candidates: readonly { price: string | null }[]): Set<number> {
  return new Set(candidates.flatMap(({ price }) => (price === null ? [] : Number(price))));
}

function jsonOf(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}
