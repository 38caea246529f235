import { expect, test } from 'vitest';
import { watchNetwork } from './own-network.ts';

const HOSTS = ['https://a.example', 'https://b.example', 'https://c.example'] as const;

test('one host or two that give no answer are to blame themselves, however often they are asked', () => {
  const network = watchNetwork();
  for (let i = 0; i < 10; i += 1)
    expect([HOSTS[0], HOSTS[1]].map(network.isOwnFault)).toEqual([false, false]);
});

test('from the third on it is us, until one of them answers', () => {
  const network = watchNetwork();
  expect(HOSTS.map(network.isOwnFault)).toEqual([false, false, true]);
  expect(network.isOwnFault(HOSTS[0])).toBe(true);
  network.answered();
  expect(HOSTS.map(network.isOwnFault)).toEqual([false, false, true]);
});

test('hosts that fell silent long before prove nothing', () => {
  let now = 0;
  const network = watchNetwork(() => now);
  expect(network.isOwnFault(HOSTS[0])).toBe(false);
  now += 6 * 60_000;
  expect([HOSTS[1], HOSTS[2]].map(network.isOwnFault)).toEqual([false, false]);
});
