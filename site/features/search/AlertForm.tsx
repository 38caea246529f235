import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { type AlertOutcome, setAlert } from '#site/client/set-alert.ts';
import { signUpPath } from '#site/stores/free-searches.ts';
import { keepIntent } from '#site/stores/intent.ts';
import { $session } from '#site/stores/session.ts';
import { EmailField, TargetField } from '#site/ui/fields.tsx';
import { Form, Submit, useForm } from '#site/ui/form.tsx';
import { AlertNotice } from './AlertNotice.tsx';
import type { Docket } from './dockets.ts';

/** Spec §5, search price alert. */
const SIGN_IN_FIRST = 'Please sign in to set price alerts';
const BOTH_NEEDED = 'Please enter your email and target price';

/** One-tap targets: percent below the best price. */
const TARGET_PERCENTS = [5, 10, 20];

/** The price-alert form for one product. */
export function AlertForm({ docket }: { docket: Docket }) {
  const { id: productId, name, best } = docket;
  const session = useStore($session);
  const known = session.status === 'signed-in' ? session.user.email : '';
  const form = useForm({ email: known, target: '' });
  const [outcome, setOutcome] = useState<AlertOutcome | 'sign-in-first' | null>(null);

  const email = form.values.email.trim();
  const { target } = form.values;
  const wish = { email, targetPrice: Number(target), productId };
  /** A link to sign in, which sets the alert once both fields are filled in. */
  const signIn = (text: string) => (
    <a
      href={signUpPath(location.pathname + location.search)}
      onClick={() => keepIntent(email && target ? { productId, alert: wish } : null)}
    >
      {text}
    </a>
  );
  const submit = () => {
    setOutcome(null);
    form.say();
    if (session.status !== 'signed-in') return setOutcome('sign-in-first');
    if (!email || !target) return form.fail(BOTH_NEEDED, email ? 'target' : 'email');
    return form.send(async () => setOutcome(await setAlert(wish)));
  };

  return (
    <Form form={form.form} onSend={submit} isChecked className="card stack tight">
      <p className="strong">Tell me when {name} gets cheaper</p>
      {session.status === 'signed-out' && (
        <p className="small muted">Alerts need a free account. {signIn('Sign in or sign up')}</p>
      )}
      <EmailField id="alert-email" {...form.field('email')} />
      <TargetField
        max={best.currentPrice}
        placeholder={(best.currentPrice * 0.9).toFixed(2)}
        {...form.field('target')}
      />
      <fieldset className="row tight" aria-label="Target price">
        {TARGET_PERCENTS.map((percent) => {
          const price = (best.currentPrice * (1 - percent / 100)).toFixed(2);
          return (
            <button
              key={percent}
              type="button"
              className="chip figures"
              onClick={() => form.set({ target: price })}
            >
              −{percent}%<span className="visually-hidden">: ${price}</span>
            </button>
          );
        })}
      </fieldset>
      <div role="status">
        {outcome === 'sign-in-first' ? (
          <p className="toned tone-red">
            <span>{SIGN_IN_FIRST}</span> {signIn('Sign in')}
          </p>
        ) : (
          outcome && <AlertNotice outcome={outcome} />
        )}
      </div>
      <Submit form={form} busy="Setting…">
        Set alert
      </Submit>
    </Form>
  );
}
