import type { AlertOutcome } from '#site/client/set-alert.ts';
import { Notice } from '#site/ui/Notice.tsx';

/** Tone of each outcome: active, waiting for address confirmation, failed. */
const LOOKS = {
  watching: { tone: 'green', icon: 'check' },
  unconfirmed: { tone: 'yellow', icon: 'mail' },
  failed: { tone: 'red', icon: 'alert' },
} as const;

/** What became of an alert or a watched search, with a link to the list. */
export function AlertNotice({ outcome }: { outcome: AlertOutcome }) {
  return (
    <Notice {...LOOKS[outcome.state]}>
      <p>{outcome.text}</p>
      {outcome.state !== 'failed' && <a href="/profile#alerts">Your alerts</a>}
    </Notice>
  );
}
