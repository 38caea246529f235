import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { type AlertOutcome, setAlert } from '#site/client/set-alert.ts';
import { EmailField, TextField } from '#site/features/account/fields.tsx';
import { Form } from '#site/features/account/form.tsx';
import { loginPath } from '#site/features/account/SignedIn.tsx';
import { $session } from '#site/stores/session.ts';
import { Notice } from '#site/ui/Notice.tsx';
import type { Docket } from './dockets.ts';

/** Spec §5, search price alert. */
const SIGN_IN_FIRST = 'Please sign in to set price alerts';
const BOTH_NEEDED = 'Please enter your email and target price';

/** One-tap targets: percent below the best price. */
const TARGET_PERCENTS = [5, 10, 20];

/** Tone of each outcome: active, waiting for address confirmation, failed. */
const LOOKS = {
  watching: { tone: 'green', icon: 'check' },
  unconfirmed: { tone: 'yellow', icon: 'mail' },
  failed: { tone: 'red', icon: 'alert' },
} as const;

/** The price-alert form for one product. */
export function AlertForm({ docket }: { docket: Docket }) {
  const { id: productId, name, best } = docket;
  const session = useStore($session);
  const [target, setTarget] = useState('');
  const [missing, setMissing] = useState<'email' | 'target' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<AlertOutcome | 'sign-in-first' | null>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email')).trim();
    setOutcome(null);
    setMissing(null);
    if (session.status !== 'signed-in') {
      setOutcome('sign-in-first');
      return;
    }
    if (!email || !target) {
      const empty = email ? 'target' : 'email';
      setMissing(empty);
      form.querySelector<HTMLElement>(`[name=${empty}]`)?.focus();
      return;
    }
    setBusy(true);
    setOutcome(await setAlert({ email, targetPrice: Number(target), productId }));
    setBusy(false);
  };

  return (
    <Form onSend={submit} isChecked className="card stack tight">
      <p className="strong">Tell me when {name} gets cheaper</p>
      <EmailField
        id="alert-email"
        fault={missing === 'email' ? BOTH_NEEDED : null}
        defaultValue={session.status === 'signed-in' ? session.user.email : ''}
      />
      <TextField
        id="alert-target"
        label="Target price in dollars"
        name="target"
        type="number"
        inputMode="decimal"
        min="0"
        // Same limit as the alert modal; the server enforces it.
        max={best.currentPrice}
        step="0.01"
        className="input figures"
        value={target}
        onValue={setTarget}
        fault={missing === 'target' ? BOTH_NEEDED : null}
        placeholder={(best.currentPrice * 0.9).toFixed(2)}
      />
      <fieldset className="row tight" aria-label="Target price">
        {TARGET_PERCENTS.map((percent) => {
          const price = (best.currentPrice * (1 - percent / 100)).toFixed(2);
          return (
            <button
              key={percent}
              type="button"
              className="chip figures"
              onClick={() => setTarget(price)}
            >
              −{percent}%<span className="visually-hidden">: ${price}</span>
            </button>
          );
        })}
      </fieldset>
      <Said outcome={outcome} />
      <button type="submit" className="button primary" disabled={isBusy}>
        {isBusy ? 'Setting…' : 'Set alert'}
      </button>
    </Form>
  );
}

/** Announces the outcome of the alert to screen readers. */
function Said({ outcome }: { outcome: AlertOutcome | 'sign-in-first' | null }) {
  return (
    <div role="status">
      {outcome === 'sign-in-first' && (
        <p className="toned tone-red">
          <span>{SIGN_IN_FIRST}</span> <a href={loginPath()}>Sign in</a>
        </p>
      )}
      {outcome && outcome !== 'sign-in-first' && (
        <Notice {...LOOKS[outcome.state]}>
          <p>{outcome.text}</p>
          {outcome.state !== 'failed' && <a href="/profile#alerts">Your alerts</a>}
        </Notice>
      )}
    </div>
  );
}
