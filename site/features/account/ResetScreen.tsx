import { useState } from 'react';
import { PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { bodyOf } from '#site/client/api.ts';
import { ApiError, errorText } from '#site/client/api-error.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { useLostFocus } from '#site/ui/use-lost-focus.ts';
import { FormMessage, type Message } from './FormMessage.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useForm } from './use-form.ts';

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
  const [isDone, setDone] = useState(false);
  const noToken: Message = { text: TEXTS.noToken, tone: 'red' };
  const form = useForm<'new' | 'confirm'>(token ? null : noToken);
  const { message, isBusy, setBusy, say, fail } = form;
  useLostFocus(isDone);

  const submit = async () => {
    if (!token) return say(noToken);
    if (password.length < PASSWORD_MIN) return fail(TEXTS.tooShort, 'new');
    if (password !== repeated) return fail(TEXTS.different, 'confirm');
    say();
    setBusy(true);
    try {
      const json = { token, newPassword: password };
      await bodyOf((api) => api.auth['reset-password'].$post({ json }));
      setDone(true);
      setTimeout(() => location.assign('/login?reset=done'), REDIRECT_MS);
    } catch (cause) {
      setBusy(false);
      fail(errorText(cause, TEXTS.failed), undefined, cause);
    }
  };

  if (isDone) {
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
      <form
        className="stack"
        ref={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormMessage message={message} />
        {(!token || isRefusedToken(message?.fault)) && (
          <p>
            <a href="/login">Request a new link</a> on the sign-in page, under “Forgot password?”.
          </p>
        )}
        <PasswordField
          label="New password"
          name="new"
          autoComplete="new-password"
          value={password}
          fault={form.faultAt('new')}
          aria-describedby="reset-tips"
          onValue={setPassword}
        />
        <PasswordField
          label="Confirm password"
          name="confirm"
          autoComplete="new-password"
          value={repeated}
          fault={form.faultAt('confirm')}
          onValue={setRepeated}
        />
        <button type="submit" className="button primary" disabled={isBusy} ref={form.submitButton}>
          {isBusy ? 'Processing...' : 'Reset password'}
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

/** The link was used, is too old, or lost something on its way: another one helps. */
function isRefusedToken(cause: unknown): boolean {
  return cause instanceof ApiError && (cause.code === 'invalid-token' || cause.field === 'token');
}
