import { useState } from 'react';
import { dataOf } from '#site/client/api.ts';
import { ApiError, errorText } from '#site/client/api-error.ts';
import { safeRedirect } from '#site/client/safe-redirect.ts';
import { signIn } from '#site/stores/session.ts';
import { CodeField } from './CodeField.tsx';
import { Form } from './Form.tsx';
import { FormMessage } from './FormMessage.tsx';
import { useForm } from './use-form.ts';

const TEXTS = {
  missing: 'Enter the code.',
  failed: 'An error occurred. Please try again.',
} as const;

/** Refusals after which the sign-in begins again. */
const OVER: ReadonlySet<string> = new Set(['too-many-codes', 'sign-in-again']);

interface CodeFormProps {
  /** What the server gave for a right password. */
  challenge: string;
  query: URLSearchParams;
  /** Leads back to the first step; says why, if the server has ended this one. */
  onLeave(why?: string): void;
}

/** The second step of a sign-in: the code of an authenticator app, or a backup code. */
export function CodeForm({ challenge, query, onLeave }: CodeFormProps) {
  const [code, setCode] = useState('');
  const form = useForm<'code'>();
  const { isBusy, setBusy, say, fail } = form;
  const submit = async () => {
    if (!code.trim()) return fail(TEXTS.missing, 'code');
    say();
    setBusy(true);
    try {
      const grant = await dataOf((api) => api.auth.login.code.$post({ json: { challenge, code } }));
      signIn(grant.user, grant.token);
      location.assign(safeRedirect(query.get('redirect'), location.origin));
    } catch (cause) {
      setBusy(false);
      const word = cause instanceof ApiError ? cause.code : '';
      if (OVER.has(word)) return onLeave(errorText(cause, TEXTS.failed));
      const at = word === 'wrong-code' ? 'code' : undefined;
      fail(errorText(cause, TEXTS.failed), at, cause);
    }
  };
  return (
    <div className="stack account-form">
      <header className="stack tight">
        <h1 className="form-title">Enter your code</h1>
        <p className="muted">Your account asks for a second factor.</p>
      </header>
      <Form form={form.form} onSend={submit}>
        <FormMessage message={form.message} />
        <CodeField
          hint="The six digits that your authenticator app shows, or a backup code."
          autoFocus
          value={code}
          fault={form.faultAt('code')}
          onValue={setCode}
        />
        <button type="submit" className="button primary" disabled={isBusy} ref={form.submitButton}>
          {isBusy ? 'Processing...' : 'Sign in'}
        </button>
      </Form>
      <p className="account-toggle">
        <button type="button" className="link-button" onClick={() => onLeave()}>
          Start again
        </button>
      </p>
    </div>
  );
}
