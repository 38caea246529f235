import { expect, test } from 'vitest';
import { channelText } from './AlertChannel.tsx';

const at = '2026-11-29T00:00:00Z';
const seen = { channel: 'ntfy' as const, host: 'ntfy.sh', lastNote: null };

test.each([
  [null, ''],
  [{ state: 'sent' as const, error: null, at }, ' The last note arrived.'],
  [{ state: 'waiting' as const, error: null, at }, ' A note is on its way'],
  [
    { state: 'failed' as const, error: 'The receiver answered 404.', at },
    ' The last note failed: The receiver answered 404.',
  ],
])('says where alerts go and what became of the last note', (lastNote, words) => {
  expect(channelText({ ...seen, lastNote })).toBe(`Alerts also go to ntfy (ntfy.sh).${words}`);
});
