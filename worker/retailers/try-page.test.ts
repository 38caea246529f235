import { expect, test } from 'vitest';
import { tryHint } from './try-page.ts';

test('advises a feed only for shops that refuse us', () => {
  for (const reason of ['forbidden', 'rate-limited', 'robots-denied'] as const)
    expect(tryHint(reason)).toContain('product feed');
  for (const reason of ['address-forbidden', 'not-found', 'network', 'robots-unreachable'] as const)
    expect(tryHint(reason)).not.toContain('product feed');
});
