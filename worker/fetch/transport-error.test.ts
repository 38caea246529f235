import { expect, test } from 'vitest';
import { transportRefusal, watchNetwork } from './transport-error.ts';

const fault = (code: string) => Object.assign(new Error(code), { code });
const reasonOf = (error: Error) => transportRefusal(error, 'https://shop.example/').reason;

test.each([
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['HPE_HEADER_OVERFLOW', 'too-large'],
  ['ECONNRESET', 'network'],
  ['EAI_AGAIN', 'network'],
  ['EMFILE', 'own-network'],
])('%s is %s', (code, reason) => {
  expect(reasonOf(fault(code))).toBe(reason);
  expect(reasonOf(new Error('fetch failed', { cause: fault(code) }))).toBe(reason);
});

test('blames the host if one of its two addresses refused us', () => {
  const tried = (...codes: string[]) =>
    Object.assign(new AggregateError(codes.map(fault)), { code: codes[0] });
  expect(reasonOf(tried('ECONNREFUSED', 'EMFILE'))).toBe('network');
  expect(reasonOf(tried('EMFILE', 'EMFILE'))).toBe('own-network');
});

const HOSTS = ['https://a.example', 'https://b.example', 'https://c.example'] as const;

test('blames one or two silent hosts, however often they are asked', () => {
  const network = watchNetwork();
  for (let i = 0; i < 10; i += 1)
    expect([HOSTS[0], HOSTS[1]].map(network.isOwnFault)).toEqual([false, false]);
});

test('blames our own network from the third silent host on, until one answers', () => {
  const network = watchNetwork();
  expect(HOSTS.map(network.isOwnFault)).toEqual([false, false, true]);
  expect(network.isOwnFault(HOSTS[0])).toBe(true);
  network.answered();
  expect(HOSTS.map(network.isOwnFault)).toEqual([false, false, true]);
});

test('ignores hosts that fell silent long ago', () => {
  let now = 0;
  const network = watchNetwork(() => now);
  expect(network.isOwnFault(HOSTS[0])).toBe(false);
  now += 6 * 60_000;
  expect([HOSTS[1], HOSTS[2]].map(network.isOwnFault)).toEqual([false, false]);
});
