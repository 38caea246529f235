import { type FormEvent, useState } from 'react';
import { PASSWORD_MIN } from '#domain/password-rule.ts';
import { errorText } from '#site/client/api-error.ts';
import { resetPassword } from '#site/client/calls/auth.ts';
import { Icon } from '../shared/Icon.tsx';
import { Notice } from '../shared/Notice.tsx';
import { PasswordField } from './PasswordField.tsx';

/** How long the success screen stays (spec §9). */
const REDIRECT_MS = 2_000;

/** Spec §5 and §8. */
const TEXTS = {
  tooShort: `Password must be at least ${PASSWORD_MIN} characters long`,
  different: 'Passwords do not match',
  noToken: 'Invalid or missing reset token. Please request a new password reset link.',
  failed: 'Failed to reset password',
} as const;

/** /reset-password?token=…: two fields, then a success screen on the way to /login. */
export function ResetScreen() {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const [error, setError] = useState<string | null>(token ? null : TEXTS.noToken);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fault = faultOf(token, password, repeated);
    setError(fault);
    if (fault) return;
    setState('busy');
    try {
      await resetPassword(token, password);
      setState('done');
      setTimeout(() => location.assign('/login?reset=done'), REDIRECT_MS);
    } catch (cause) {
      setState('idle');
      setError(errorText(cause, TEXTS.failed));
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
    <div className="stack loose">
      <h1 className="form-title">Choose a new password</h1>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <div aria-live="polite">
          {error && (
            <Notice tone="red" icon="alert">
              {error}
            </Notice>
          )}
        </div>
        <PasswordField
          label="New password"
          name="new"
          autoComplete="new-password"
          value={password}
          onValue={setPassword}
        />
        <PasswordField
          label="Confirm password"
          name="confirm"
          autoComplete="new-password"
          value={repeated}
          onValue={setRepeated}
        />
        <button type="submit" className="button primary" disabled={state === 'busy'}>
          {state === 'busy' ? 'Processing...' : 'Reset password'}
        </button>
      </form>
      <aside className="card stack tight" aria-label="Tips">
        <strong>Good to know</strong>
        <ul className="tips">
          <li>At least {PASSWORD_MIN} characters; longer is better.</li>
          <li>This link expires in 1 hour and works once.</li>
          <li>You will be signed out everywhere else.</li>
        </ul>
      </aside>
    </div>
  );
}

function faultOf(token: string, password: string, repeated: string): string | null {
  if (!token) return TEXTS.noToken;
  if (password.length < PASSWORD_MIN) return TEXTS.tooShort;
  return password === repeated ? null : TEXTS.different;
}
