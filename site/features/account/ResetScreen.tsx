import { type FormEvent, useState } from 'react';
import { PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { bodyOf } from '#site/client/api.ts';
import { ApiError, errorText } from '#site/client/api-error.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { useLostFocus } from '#site/ui/use-lost-focus.ts';
import { Form } from './Form.tsx';
import { FormMessage, type Message } from './FormMessage.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';
import { AUTH_TEXTS } from './use-auth-form.ts';
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
  if (!token || isRefusedToken(message?.fault)) return <NewLink message={message} />;
  return (
    <div className="stack loose account-form">
      <h1 className="form-title">Choose a new password</h1>
      <Form form={form.form} onSend={submit}>
        <FormMessage message={message} />
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
      </Form>
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

/** Instead of a form that cannot work: what is wrong with the link, and where the next one is sent to. */
function NewLink({ message: first }: { message: Message | null }) {
  const [message, setMessage] = useState(first);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setBusy(true);
    try {
      await bodyOf((api) => api.auth['forgot-password'].$post({ json: { email } }));
      setMessage({ text: AUTH_TEXTS.mailSent, tone: 'green' });
    } catch (fault) {
      setMessage({ text: errorText(fault, AUTH_TEXTS.mailFailed), tone: 'red', fault });
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="stack loose account-form">
      <h1 className="form-title">Get a new link</h1>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <FormMessage message={message} />
        <TextField
          id="reset-email"
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
        />
        <button type="submit" className="button primary" disabled={isBusy}>
          {isBusy ? 'Sending…' : 'Send a new link'}
        </button>
      </form>
    </div>
  );
}

/** The link was used, is too old, or lost something on its way: another one helps. */
function isRefusedToken(cause: unknown): boolean {
  return cause instanceof ApiError && (cause.code === 'invalid-token' || cause.field === 'token');
}
