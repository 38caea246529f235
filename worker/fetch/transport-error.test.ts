import { expect, test } from 'vitest';
import { transportRefusal } from './transport-error.ts';

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

test('where one of two addresses refused us, the host did', () => {
  const tried = (...codes: string[]) =>
    Object.assign(new AggregateError(codes.map(fault)), { code: codes[0] });
  expect(reasonOf(tried('ECONNREFUSED', 'EMFILE'))).toBe('network');
  expect(reasonOf(tried('EMFILE', 'EMFILE'))).toBe('own-network');
});
