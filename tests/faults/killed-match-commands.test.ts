/* A command killed during a merge, split or move leaves nothing behind, and the next one completes the work. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Alert } from '#db/entities/alert.ts';
import { Offer } from '#db/entities/offer.ts';
import { Product } from '#db/entities/product.ts';
import { mergeProducts, operator } from '#db/queries/matches/decisions.ts';
import { runCli } from '#worker/cli/commands.ts';
import { type Linked, type MatchDeathWorld, openMatchDeathWorld } from '../support/match-death.ts';

let deaths: MatchDeathWorld;
let ids: Linked;
const em = () => deaths.world.em();

beforeAll(async () => {
  deaths = await openMatchDeathWorld();
  vi.stubEnv('DATABASE_URL', deaths.world.databaseUrl);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await deaths.close();
});
beforeEach(async () => {
  ids = await deaths.reset();
});

/** The same command again, in this process, to its end. */
const completed = (words: string[]) => runCli(words, () => {});

const LAST_WRITES = ['match_decision', 'search_product'];

test.each(LAST_WRITES)('a merge, killed at %s', async (table) => {
  const { everything, command } = deaths;
  const merge = ['matches:merge', ids.a, ids.b];
  const before = await everything();
  await deaths.killAt(table, () => command(...merge));
  expect(await everything()).toEqual(before);
  expect(await completed(merge)).toBe(0);
  expect(await em().count(Offer, { product: ids.b })).toBe(3);
  expect(await em().findOneOrFail(Product, ids.a)).toMatchObject({ mergedInto: ids.b });
  expect(await em().count(Alert, { product: ids.b })).toBe(1);
  expect((await everything()).history).toBe(before.history);
});

// A split and a move write alike: each is killed at one of the two.
test.each([
  ['a split', 'match_decision', false],
  ['a move to another product', 'search_product', true],
])('%s, killed at %s', async (_, table, isMove) => {
  const { everything, command } = deaths;
  const split = ['matches:split', ids.a2, ...(isMove ? ['--to', ids.b] : [])];
  const before = await everything();
  await deaths.killAt(table, () => command(...split));
  expect(await everything()).toEqual(before);
  expect(await completed(split)).toBe(0);
  const { product: holder } = await em().findOneOrFail(Offer, ids.a2);
  expect(holder.id === ids.b).toBe(isMove);
  expect(holder.id).not.toBe(ids.a);
  expect((await everything()).history).toBe(before.history);
});

test('taking a decision back, killed', async () => {
  const { everything, command } = deaths;
  const { offers, history } = await everything();
  const merged = await mergeProducts(em(), { from: ids.a, into: ids.b }, operator('o@example.com'));
  const undo = ['matches:undo', merged?.id ?? ''];
  const before = await everything();
  await deaths.killAt('search_product', () => command(...undo));
  expect(await everything()).toEqual(before);
  expect(await completed(undo)).toBe(0);
  expect(await everything()).toMatchObject({ offers, history });
  expect(await em().count(Alert, { product: ids.a })).toBe(1);
});
