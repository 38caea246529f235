import { expect, test } from 'vitest';
import { hashInTurn } from './create-auth.ts';

test('runs two of 90 concurrent hashes, queues twelve and refuses the rest', async () => {
  const done = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const hash = () =>
    hashInTurn(async () => {
      running += 1;
      most = Math.max(most, running);
      await done.promise;
      running -= 1;
    });
  const outcomes = Promise.allSettled(Array.from({ length: 90 }, hash));
  done.resolve();
  const all = await outcomes;
  const refused = all.filter((one) => one.status === 'rejected');
  expect(most).toBe(2);
  expect(refused).toHaveLength(76);
  expect(refused[0]?.reason).toMatchObject({ status: 429, retryAfterMs: 2_000 });
  await hash();
});
