import { type FormEvent, useState } from 'react';
import { PASSWORD_MIN } from '#domain/password-rule.ts';
import { errorText } from '#site/client/api-error.ts';
import { resetPassword } from '#site/client/calls/auth.ts';
import { Icon } from '../shared/Icon.tsx';
import { FormMessage, type Message } from './FormMessage.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** How long the success screen stays (spec §9). */
const REDIRECT_MS = 2_000;

/** Spec §5 and §8. */
const TEXTS = {
  tooShort: `Password must be at least ${PASSWORD_MIN} characters long`,
  different: 'Passwords do not match',
  noToken: 'Invalid or missing reset token. Please request a new password reset link.',
  failed: 'Failed to reset password',
} as const;

/** The form as a whole, or one of its fields, and what is wrong with it. */
type Fault = { at: 'form' | 'password' | 'repeated'; text: string; cause?: unknown };

/** /reset-password?token=…: two fields, then a success screen on the way to /login. */
export function ResetScreen() {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const [fault, setFault] = useState<Fault | null>(faultOfToken(token));
  const submitButton = useKeptFocus(state === 'busy');

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = faultOfToken(token) ?? faultOfPasswords(password, repeated);
    setFault(found);
    if (found) {
      const name = found.at === 'repeated' ? 'confirm' : 'new';
      if (found.at !== 'form') form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
      return;
    }
    setState('busy');
    try {
      await resetPassword(token, password);
      setState('done');
      setTimeout(() => location.assign('/login?reset=done'), REDIRECT_MS);
    } catch (cause) {
      setState('idle');
      setFault({ at: 'form', text: errorText(cause, TEXTS.failed), cause });
    }
  };

  if (state === 'done') {
    return (
      <div className="empty" role="status">
        <span className="stamp tone-green">
          <Icon name="check" /> Done
        </span>
        <h1 className="form-title">Password changed</h1>
        <p className="muted">Taking you to sign in…</p>
      </div>
    );
  }
  return (
    <div className="stack loose account-form">
      <h1 className="form-title">Choose a new password</h1>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <FormMessage message={fault?.at === 'form' ? messageOf(fault) : null} />
        {!token && (
          <p>
            <a href="/login">Request a new link</a> on the sign-in page, under “Forgot password?”.
          </p>
        )}
        <PasswordField
          label="New password"
          name="new"
          autoComplete="new-password"
          value={password}
          fault={fault?.at === 'password' ? fault.text : null}
          describedBy="reset-tips"
          onValue={setPassword}
        />
        <PasswordField
          label="Confirm password"
          name="confirm"
          autoComplete="new-password"
          value={repeated}
          fault={fault?.at === 'repeated' ? fault.text : null}
          onValue={setRepeated}
        />
        <button
          type="submit"
          className="button primary"
          disabled={state === 'busy'}
          ref={submitButton}
        >
          {state === 'busy' ? 'Processing...' : 'Reset password'}
        </button>
      </form>
      <aside className="account-tips stack tight" aria-label="Tips">
        <strong>Good to know</strong>
        <ul className="tips" id="reset-tips">
          <li>At least {PASSWORD_MIN} characters; longer is better.</li>
          <li>This link expires in 1 hour and works once.</li>
          <li>You will be signed out everywhere else.</li>
        </ul>
      </aside>
    </div>
  );
}

function messageOf({ text, cause }: Fault): Message {
  return { text, tone: 'red', fault: cause };
}

function faultOfToken(token: string): Fault | null {
  return token ? null : { at: 'form', text: TEXTS.noToken };
}

function faultOfPasswords(password: string, repeated: string): Fault | null {
  if (password.length < PASSWORD_MIN) return { at: 'password', text: TEXTS.tooShort };
  return password === repeated ? null : { at: 'repeated', text: TEXTS.different };
}
