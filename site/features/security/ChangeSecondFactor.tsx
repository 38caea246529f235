import { type SubmitEvent, useState } from 'react';
import { bodyOf, dataOf } from '#site/client/api.ts';
import { ApiError, errorText } from '#site/client/api-error.ts';
import { CodeField } from '../account/CodeField.tsx';
import { Form } from '../account/Form.tsx';
import { FormMessage } from '../account/FormMessage.tsx';
import { PasswordField } from '../account/PasswordField.tsx';
import { useForm } from '../account/use-form.ts';
import { FIELD_OF } from './security-calls.ts';

const TEXTS = {
  passwordMissing: 'Please enter your current password.',
  codeMissing: 'Enter the code.',
  failed: 'The second factor could not be changed. Please try again.',
} as const;

interface ChangeProps {
  hasPassword: boolean;
  onCodes(codes: readonly string[]): void;
  onOff(): void;
}

/** On: new backup codes, or turning it off; both by password and code. */
export function ChangeSecondFactor({ hasPassword, onCodes, onOff }: ChangeProps) {
  const [currentPassword, setPassword] = useState('');
  const [code, setCode] = useState('');
  const form = useForm<'current' | 'code'>();
  const { isBusy, setBusy, say, fail } = form;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent;
    const isOff = submitter instanceof HTMLButtonElement && submitter.value === 'off';
    if (hasPassword && !currentPassword) return fail(TEXTS.passwordMissing, 'current');
    if (!code.trim()) return fail(TEXTS.codeMissing, 'code');
    say();
    setBusy(true);
    const json = { currentPassword, code };
    try {
      if (isOff) {
        await bodyOf((api) => api.user['second-factor'].$delete({ json }));
        onOff();
      } else {
        const made = await dataOf((api) =>
          api.user['second-factor']['backup-codes'].$post({ json }),
        );
        setPassword('');
        setCode('');
        onCodes(made.backupCodes);
      }
    } catch (cause) {
      const at = cause instanceof ApiError ? FIELD_OF[cause.field ?? cause.code] : undefined;
      fail(
        errorText(cause, TEXTS.failed),
        at === 'current' && !hasPassword ? undefined : at,
        cause,
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form form={form.form} onSend={submit} label="Change the second factor">
      <FormMessage message={form.message} />
      {hasPassword && (
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          value={currentPassword}
          fault={form.faultAt('current')}
          onValue={setPassword}
        />
      )}
      <CodeField
        hint="The six digits that your authenticator app shows, or a backup code."
        value={code}
        fault={form.faultAt('code')}
        onValue={setCode}
      />
      <div className="row">
        <button type="submit" className="button" disabled={isBusy} ref={form.submitButton}>
          New backup codes
        </button>
        <button type="submit" className="button danger" value="off" disabled={isBusy}>
          Turn it off
        </button>
      </div>
    </Form>
  );
}
