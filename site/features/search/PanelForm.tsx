/* The form of a panel beside the results: an alert on a product, or a watch on the search. One module, as they share most of their code. */
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { DEFAULT_VIEW, type SearchView, searchRequest } from '#site/client/search-view.ts';
import { type AlertOutcome, setAlert } from '#site/client/set-alert.ts';
import { RESTS, watchSearch } from '#site/client/watch-search.ts';
import { signUpPath } from '#site/stores/free-searches.ts';
import { keepIntent } from '#site/stores/intent.ts';
import { $isSignedIn, $session } from '#site/stores/session.ts';
import { EmailField, LimitField, TargetField } from '#site/ui/fields.tsx';
import { Form, Submit, useForm } from '#site/ui/form.tsx';
import { Notice } from '#site/ui/Notice.tsx';
import { SelectField } from '#site/ui/SelectField.tsx';
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

interface WatchFormProps {
  query: string;
  view?: SearchView;
}

export interface PanelFormProps {
  docket?: Docket;
  search?: WatchFormProps;
}

export function PanelForm({ docket, search }: PanelFormProps) {
  return (
    <>
      {docket && <AlertForm docket={docket} />}
      {search && <WatchForm {...search} />}
    </>
  );
}

function AlertForm({ docket }: { docket: Docket }) {
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
          outcome && <Outcome of={outcome} />
        )}
      </div>
      <Submit form={form} busy="Setting…" label="Set alert" />
    </Form>
  );
}

/** Watches the search with its filters; a guest signs in first. */
function WatchForm({ query, view = DEFAULT_VIEW }: WatchFormProps) {
  const isSignedIn = useStore($isSignedIn);
  const { maxPrice = '', ...filters } = searchRequest(query, view).filters;
  const form = useForm({ max: String(maxPrice), rest: '1' });
  const [outcome, setOutcome] = useState<AlertOutcome | null>(null);
  const submit = () => {
    const { max, rest } = form.values;
    const watch = {
      query,
      filters: { ...filters, ...(max && { maxPrice: Number(max) }) },
      restDays: Number(rest),
    };
    if (!isSignedIn) return location.assign(keepIntent({ watch }));
    setOutcome(null);
    return form.send(async () => setOutcome(await watchSearch(watch)));
  };
  return (
    <Form form={form.form} onSend={submit} isChecked className="card stack tight">
      <p className="strong">Mail me what is new or cheaper in “{query}”</p>
      <p className="small muted">
        With the filters you have set{isSignedIn ? '.' : '. Needs a free account.'}
      </p>
      <LimitField id="watch-max" {...form.field('max')} />
      <SelectField
        id="watch-rest"
        label="At most one mail"
        value={form.values.rest}
        options={RESTS}
        onValue={(rest) => form.set({ rest })}
      />
      <div role="status">{outcome && <Outcome of={outcome} />}</div>
      <Submit
        form={form}
        busy="Setting…"
        label={isSignedIn ? 'Watch this search' : 'Sign in to watch'}
      />
    </Form>
  );
}

/** What became of an alert or a watched search, with a link to the list. */
function Outcome({ of: { state, text } }: { of: AlertOutcome }) {
  return (
    <Notice {...LOOKS[state]}>
      <p>{text}</p>
      {state !== 'failed' && <a href="/profile#alerts">Your alerts</a>}
    </Notice>
  );
}
