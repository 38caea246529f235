import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('many new and slow shops leave half of the slots to quick shops', async () => {
  const clock = { ms: 0 };
  const turns = createTurns(4, () => clock.ms);
  const quickVisit = async () => ({ pages: 1, more: false });
  await turns('quick', quickVisit);
  const hung = Promise.withResolvers<{ pages: number; more: boolean }>();
  const crowd = Array.from({ length: 57 }, (_, shop) => turns(`new-${shop}`, () => hung.promise));
  expect(await Promise.all(crowd.slice(2))).toEqual(Array(55).fill({ againInMs: 1_000 }));
  expect(await turns('quick', async () => ({ pages: 9, more: true }))).toEqual({ againInMs: 0 });
  clock.ms = 15_000;
  hung.resolve({ pages: 1, more: true });
  expect(await Promise.all(crowd.slice(0, 2))).toEqual([{ againInMs: 0 }, { againInMs: 0 }]);
  // They were slow and get a short budget again.
  const budgets: unknown[] = [];
  const note = async (budgetMs?: number) => {
    budgets.push(budgetMs);
    return { pages: 1, more: false };
  };
  await turns('new-0', note);
  await turns('quick', note);
  expect(budgets).toEqual([5_000, undefined]);
});

test('uses all slots while no shop is known to be quick', async () => {
  const turns = createTurns(4);
  const visits = Array.from({ length: 4 }, (_, shop) =>
    turns(`new-${shop}`, async () => ({ pages: 1, more: true })),
  );
  expect(await Promise.all(visits)).toEqual(Array(4).fill({ againInMs: 0 }));
});
