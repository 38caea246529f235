import { type SubmitEvent, useState } from 'react';
import { PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { bodyOf } from '#site/client/api.ts';
import { ApiError, errorText } from '#site/client/api-error.ts';
import { Spinner } from '#site/layouts/Spinner.tsx';
import { EmailField, PasswordField } from '#site/ui/fields.tsx';
import { Form, FormMessage, type Message, Submit, useForm } from '#site/ui/form.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { useLostFocus } from '#site/ui/use-lost-focus.ts';
import { AUTH_TEXTS } from './use-auth-form.ts';

/** Duration of the success screen (spec §9). */
const REDIRECT_MS = 2_000;

/** Spec §5 and §8. */
const TEXTS = {
  tooShort: `Password must be at least ${PASSWORD_MIN} characters long`,
  different: 'Passwords do not match',
  noToken: 'Invalid or missing reset token. Please request a new password reset link.',
  failed: 'Failed to reset password',
} as const;

/** /reset-password?token=…: two fields if the link works, then a success screen on the way to /login. */
export function ResetScreen() {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  const [isDone, setDone] = useState(false);
  const noToken: Message = { text: TEXTS.noToken, tone: 'red' };
  const form = useForm({ new: '', confirm: '' }, token ? null : noToken);
  const { values, message, fail } = form;
  useLostFocus(isDone);
  const { state: check } = useCall(
    () => bodyOf((api) => api.auth['reset-password'].check.$post({ json: { token } })),
    token || null,
  );

  const reset = async () => {
    const json = { token, newPassword: values.new };
    await bodyOf((api) => api.auth['reset-password'].$post({ json }));
    setDone(true);
    setTimeout(() => location.assign('/login?reset=done'), REDIRECT_MS);
  };
  const submit = () => {
    if (values.new.length < PASSWORD_MIN) return fail(TEXTS.tooShort, 'new');
    if (values.new !== values.confirm) return fail(TEXTS.different, 'confirm');
    return form.send(reset, TEXTS.failed);
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
  if (check.status === 'loading') return <Spinner />;
  // If the check itself fails, the form says what is wrong.
  if (check.status === 'error' && isRefusedToken(check.fault)) {
    return <NewLink message={{ text: errorText(check.fault, TEXTS.noToken), tone: 'red' }} />;
  }
  return (
    <div className="stack loose account-form">
      <h1 className="form-title">Choose a new password</h1>
      <Form form={form.form} onSend={submit}>
        <FormMessage message={message} />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          aria-describedby="reset-tips"
          {...form.field('new')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...form.field('confirm')}
        />
        <Submit form={form} label="Reset password" />
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

/** Replaces the form for an unusable link: states the fault and sends a new link. */
function NewLink({ message: first }: { message: Message | null }) {
  const form = useForm({}, first);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const json = { email: String(new FormData(event.currentTarget).get('email')).trim() };
    return form.send(async () => {
      await bodyOf((api) => api.auth['forgot-password'].$post({ json }));
      form.say({ text: AUTH_TEXTS.mailSent, tone: 'green' });
    }, AUTH_TEXTS.mailFailed);
  };
  return (
    <div className="stack loose account-form">
      <h1 className="form-title">Get a new link</h1>
      <Form onSend={submit} isChecked>
        <FormMessage message={form.message} />
        <EmailField id="reset-email" required />
        <Submit form={form} busy="Sending…" label="Send a new link" />
      </Form>
    </div>
  );
}

/** True if the link was used, has expired or is incomplete. */
function isRefusedToken(cause: unknown): boolean {
  return cause instanceof ApiError && (cause.code === 'invalid-token' || cause.field === 'token');
}
