import { useStore } from '@nanostores/react';
import { type FormEvent, useState } from 'react';
import { bodyOf } from '#site/client/api.ts';
import { $session } from '#site/stores/session.ts';
import { audText } from '#site/ui/price-text.ts';
import { TextField } from '../account/TextField.tsx';
import type { Docket } from './dockets.ts';

/** Spec §5, search price alert. */
const SIGN_IN_FIRST = 'Please sign in to set price alerts';
const BOTH_NEEDED = 'Please enter your email and target price';

/** Targets in one tap: so much below the best price. */
const TARGET_PERCENTS = [5, 10, 20];

/** What the form says: at a field that is empty, or below both. */
interface Said {
  text: string;
  at?: 'email' | 'target';
  isFine?: boolean;
}

/** The form of the price-alert panel: it watches one product. */
export function AlertForm({ docket }: { docket: Docket }) {
  const { id: productId, name, best } = docket;
  const session = useStore($session);
  const [target, setTarget] = useState('');
  const [said, setSaid] = useState<Said | null>(null);
  const saidAt = (at?: Said['at']) => (said?.at === at ? said?.text : '');

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const email = String(values.get('email')).trim();
    if (session.status !== 'signed-in') {
      setSaid({ text: SIGN_IN_FIRST });
      return;
    }
    if (!email || !target) {
      const at = email ? 'target' : 'email';
      setSaid({ at, text: BOTH_NEEDED });
      form.querySelector<HTMLElement>(`[name=${at}]`)?.focus();
      return;
    }
    const targetPrice = Number(target);
    // What the shopper sees never waits for the server; a failure is logged by the caller of the API.
    bodyOf((api) => api.alerts.$post({ json: { email, targetPrice, productId } })).catch(
      () => undefined,
    );
    const text = `Alert set: we will write to ${email} when ${name} costs ${audText(targetPrice)} or less.`;
    setSaid({ text, isFine: true });
  };

  return (
    <form className="card stack tight" onSubmit={submit}>
      <p className="strong">Tell me when {name} gets cheaper</p>
      <TextField
        id="alert-email"
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        fault={saidAt('email')}
        defaultValue={session.status === 'signed-in' ? session.user.email : ''}
      />
      <TextField
        id="alert-target"
        label="Target price in dollars"
        name="target"
        type="number"
        inputMode="decimal"
        min="0"
        // As in the alert modal: the server keeps to it, and would refuse behind a message of success.
        max={best.currentPrice}
        step="0.01"
        className="input figures"
        value={target}
        onValue={setTarget}
        fault={saidAt('target')}
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
      <p role="status" className={`toned tone-${said?.isFine ? 'green' : 'red'}`}>
        {saidAt()}
      </p>
      <button type="submit" className="button primary">
        Set alert
      </button>
    </form>
  );
}
