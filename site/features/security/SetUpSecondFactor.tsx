import { useEffect, useRef, useState } from 'react';
import { dataOf } from '#site/client/api.ts';
import { ApiError, errorText } from '#site/client/api-error.ts';
import { CodeField } from '../account/CodeField.tsx';
import { Form } from '../account/Form.tsx';
import { FormMessage } from '../account/FormMessage.tsx';
import { PasswordField } from '../account/PasswordField.tsx';
import { useForm } from '../account/use-form.ts';
import { type Enrolment, FIELD_OF } from './security-calls.ts';

const TEXTS = {
  passwordMissing: 'Please enter your current password.',
  codeMissing: 'Enter the code.',
  notBegun: 'The second factor could not be set up. Please try again.',
  notOn: 'The second factor could not be turned on. Please try again.',
} as const;

interface SetUpProps {
  hasPassword: boolean;
  /** The session was replaced: its token, and the backup codes to show once. */
  onDone(token: string, backupCodes: readonly string[]): void;
}

/** Off: the password first, then the app's QR code and a first code. */
export function SetUpSecondFactor({ hasPassword, onDone }: SetUpProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  return enrolment ? (
    <FirstCode enrolment={enrolment} onDone={onDone} onCancel={() => setEnrolment(null)} />
  ) : (
    <Begin hasPassword={hasPassword} onBegun={setEnrolment} />
  );
}

interface BeginProps {
  hasPassword: boolean;
  onBegun(enrolment: Enrolment): void;
}

function Begin({ hasPassword, onBegun }: BeginProps) {
  const [password, setPassword] = useState('');
  const form = useForm<'current'>();
  const { isBusy, setBusy, say, fail } = form;
  const begin = async () => {
    if (hasPassword && !password) return fail(TEXTS.passwordMissing, 'current');
    say();
    setBusy(true);
    try {
      const json = { currentPassword: password };
      onBegun(await dataOf((api) => api.user['second-factor'].$post({ json })));
    } catch (cause) {
      setBusy(false);
      const isPassword = cause instanceof ApiError && FIELD_OF[cause.code] === 'current';
      fail(
        errorText(cause, TEXTS.notBegun),
        isPassword && hasPassword ? 'current' : undefined,
        cause,
      );
    }
  };
  return (
    <Form form={form.form} onSend={begin}>
      <FormMessage message={form.message} />
      {hasPassword && (
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          value={password}
          fault={form.faultAt('current')}
          onValue={setPassword}
        />
      )}
      <div>
        <button type="submit" className="button primary" disabled={isBusy} ref={form.submitButton}>
          {isBusy ? 'Processing...' : 'Set up an authenticator app'}
        </button>
      </div>
    </Form>
  );
}

interface FirstCodeProps {
  enrolment: Enrolment;
  onDone: SetUpProps['onDone'];
  onCancel(): void;
}

function FirstCode({ enrolment, onDone, onCancel }: FirstCodeProps) {
  const { secret, uri, qr } = enrolment;
  const [code, setCode] = useState('');
  const form = useForm<'code'>();
  const { isBusy, setBusy, say, fail } = form;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const confirm = async () => {
    if (!code.trim()) return fail(TEXTS.codeMissing, 'code');
    say();
    setBusy(true);
    try {
      const json = { code };
      const on = await dataOf((api) => api.user['second-factor'].confirm.$post({ json }));
      onDone(on.token, on.backupCodes);
    } catch (cause) {
      setBusy(false);
      const isCode = cause instanceof ApiError && FIELD_OF[cause.field ?? cause.code] === 'code';
      fail(errorText(cause, TEXTS.notOn), isCode ? 'code' : undefined, cause);
    }
  };
  return (
    <div className="stack">
      <h3 className="settings-title" tabIndex={-1} ref={title}>
        Scan this with your app
      </h3>
      <p>
        Any authenticator app will do: the one of your password manager, your phone’s own, or Aegis,
        Google Authenticator and the like.
      </p>
      <svg className="qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="QR code">
        <path d={qr.path} />
      </svg>
      <dl className="second-factor-key">
        <dt>Or type this key into the app</dt>
        <dd className="figures">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</dd>
      </dl>
      <p>
        <a className="reach" href={uri}>
          Open in an app on this device
        </a>
      </p>
      <Form form={form.form} onSend={confirm}>
        <FormMessage message={form.message} />
        <CodeField
          label="Code that the app shows"
          hint="This proves that it works. Everyone else who is signed in to your account is signed out."
          inputMode="numeric"
          value={code}
          fault={form.faultAt('code')}
          onValue={setCode}
        />
        <div className="row">
          <button
            type="submit"
            className="button primary"
            disabled={isBusy}
            ref={form.submitButton}
          >
            {isBusy ? 'Processing...' : 'Turn it on'}
          </button>
          <button type="button" className="button quiet" onClick={onCancel}>
            Cancel
          </button>
        </div>
      </Form>
    </div>
  );
}
