import { expect, test } from 'vitest';
import { address } from './layout.ts';

test('an email address may wrap after its @ and is escaped', () => {
  expect(String(address('a+b@example.com'))).toBe('a+b@<wbr>example.com');
  expect(String(address('<b>@example.com'))).toBe('&lt;b&gt;@<wbr>example.com');
  expect(String(address('an operator’s command'))).toBe('<wbr>an operator’s command');
});
