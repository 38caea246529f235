import { expect, test } from 'vitest';
import { tryHint } from './try-page.ts';

test('only a shop that says no is to be left alone', () => {
  for (const reason of ['forbidden', 'rate-limited', 'robots-denied'] as const)
    expect(tryHint(reason)).toContain('product feed');
  for (const reason of ['address-forbidden', 'not-found', 'network', 'robots-unreachable'] as const)
    expect(tryHint(reason)).not.toContain('product feed');
});
