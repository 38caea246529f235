import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { remoteAddressOf } from './request-address.ts';

const from = (forwarded: string) =>
  ({
    socket: { remoteAddress: '::ffff:10.0.0.1' },
    headers: { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

test.each([
  ['203.0.113.7', '203.0.113.7'],
  // Some proxies add the port. It must be removed, or every shopper would count as the proxy.
  ['203.0.113.7:50123', '203.0.113.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]:50123', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:50123:1', '10.0.0.1'],
  ['[203.0.113', '10.0.0.1'],
  ['', '10.0.0.1'],
])('X-Forwarded-For %j of a trusted proxy gives %s', (named, address) => {
  expect(remoteAddressOf(from(`6.6.6.6, ${named}`), 1)).toBe(address);
});
