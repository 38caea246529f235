import { type FormEvent, useState } from 'react';
import { PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { bodyOf } from '#site/client/api.ts';
import { ApiError, errorText } from '#site/client/api-error.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { useLostFocus } from '#site/ui/use-lost-focus.ts';
import { FormMessage, type Message } from './FormMessage.tsx';
import { PasswordField } from './PasswordField.tsx';
import { type FieldFaultAt, useFaultFocus } from './use-fault-focus.ts';
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
type Fault = FieldFaultAt<'form' | 'new' | 'confirm'> & { cause?: unknown };

/** /reset-password?token=…: two fields, then a success screen on the way to /login. */
export function ResetScreen() {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const [fault, setFault] = useState<Fault | null>(faultOfToken(token));
  const submitButton = useKeptFocus(state === 'busy');
  useLostFocus(state);
  const form = useFaultFocus(fault);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = faultOfToken(token) ?? faultOfPasswords(password, repeated);
    setFault(found);
    if (found) return;
    setState('busy');
    try {
      await bodyOf((api) =>
        api.auth['reset-password'].$post({ json: { token, newPassword: password } }),
      );
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
      <form className="stack" ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <FormMessage message={fault?.at === 'form' ? messageOf(fault) : null} />
        {(!token || isRefusedToken(fault)) && (
          <p>
            <a href="/login">Request a new link</a> on the sign-in page, under “Forgot password?”.
          </p>
        )}
        <PasswordField
          label="New password"
          name="new"
          autoComplete="new-password"
          value={password}
          fault={fault?.at === 'new' ? fault.text : null}
          describedBy="reset-tips"
          onValue={setPassword}
        />
        <PasswordField
          label="Confirm password"
          name="confirm"
          autoComplete="new-password"
          value={repeated}
          fault={fault?.at === 'confirm' ? fault.text : null}
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

/** The link was used, is too old, or lost something on its way: another one helps. */
function isRefusedToken(fault: Fault | null): boolean {
  const cause = fault?.cause;
  return cause instanceof ApiError && (cause.code === 'invalid-token' || cause.field === 'token');
}

function faultOfToken(token: string): Fault | null {
  return token ? null : { at: 'form', text: TEXTS.noToken };
}

function faultOfPasswords(password: string, repeated: string): Fault | null {
  if (password.length < PASSWORD_MIN) return { at: 'new', text: TEXTS.tooShort };
  return password === repeated ? null : { at: 'confirm', text: TEXTS.different };
}
