import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { expect, test } from 'vitest';
import type { CatalogueWords } from '#domain/search/rank-terms.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { createWordLists } from './catalogue-words.ts';

/** Word lists of one database, whose reads a test counts and answers. */
function listsUnderTest() {
  const reads: PromiseWithResolvers<CatalogueWords>[] = [];
  const clock = { now: 1 };
  const database = {};
  const em = { getConnection: () => database, fork: () => em } as unknown as EntityManager;
  const load = () => {
    const read = Promise.withResolvers<CatalogueWords>();
    reads.push(read);
    return read.promise;
  };
  const lists = createWordLists(load, () => clock.now);
  return { reads, clock, get: () => lists.get(em), forget: () => lists.forget(em) };
}

const wordsOf = (word: string, offers: number): CatalogueWords => ({
  offers: new Map([[word, offers]]),
  mostOffers: offers,
  heads: new Set(),
});
const KETTLES = wordsOf('kettle', 2);
const TOASTERS = wordsOf('toaster', 3);

test('reads words once for all callers that wait', async () => {
  const { reads, get } = listsUnderTest();
  const waiting = [get(), get()];
  reads[0]?.resolve(KETTLES);
  expect(await Promise.all(waiting)).toEqual([KETTLES, KETTLES]);
  expect(await get()).toBe(KETTLES);
  expect(reads).toHaveLength(1);
});

test('serves the old words until new ones are read', async () => {
  const { reads, clock, get } = listsUnderTest();
  const first = get();
  reads[0]?.resolve(KETTLES);
  await first;
  clock.now += MINUTE_MS + 1;
  // No read is answered: these calls would wait forever.
  expect(await get()).toBe(KETTLES);
  expect(await get()).toBe(KETTLES);
  expect(reads).toHaveLength(2);
  reads[1]?.resolve(TOASTERS);
  await setImmediate();
  expect(await get()).toBe(TOASTERS);
  expect(reads).toHaveLength(2);
});

test('keeps the old words where a read fails, and tries again', async () => {
  const { reads, clock, get } = listsUnderTest();
  const failed = get();
  reads[0]?.reject(new Error('no connection'));
  await expect(failed).rejects.toThrow('no connection');
  const second = get();
  reads[1]?.resolve(KETTLES);
  await second;
  clock.now += MINUTE_MS + 1;
  await get();
  reads[2]?.reject(new Error('no connection'));
  await setImmediate();
  expect(await get()).toBe(KETTLES);
  expect(reads).toHaveLength(4);
});

test('waits for words after they were forgotten, and while there are none', async () => {
  const { reads, get, forget } = listsUnderTest();
  const none = get();
  reads[0]?.resolve({ ...KETTLES, offers: new Map() });
  expect(await none).toEqual({ ...KETTLES, offers: new Map() });
  const some = get();
  reads[1]?.resolve(KETTLES);
  expect(await some).toBe(KETTLES);
  forget();
  const renewed = get();
  reads[2]?.resolve(TOASTERS);
  expect(await renewed).toBe(TOASTERS);
});
