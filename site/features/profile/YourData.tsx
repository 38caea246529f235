import { useState } from 'react';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { bodyOf, dataOf } from '#site/client/api.ts';
import { ApiError, errorText } from '#site/client/api-error.ts';
import { forgetSession } from '#site/client/sign-out.ts';
import { confirmWith, tell } from '#site/stores/dialog.ts';
import { Form } from '../account/Form.tsx';
import { FormMessage } from '../account/FormMessage.tsx';
import { PasswordField } from '../account/PasswordField.tsx';
import { useForm } from '../account/use-form.ts';

const CONFIRM =
  'Delete your account with its history, favourites and alerts? This cannot be undone.';
const NOT_DELETED = 'Your account could not be deleted. Please try again.';
/** The server asks for the password, or was given a wrong one. */
const ASKS_PASSWORD: ReadonlySet<string> = new Set([
  'password-needed',
  'wrong-password',
  'no-password',
]);
const SAVED = 'Saved to your downloads.';
const NOT_SAVED = 'Your data could not be fetched. Please try again.';

/** Everything kept about the shopper, as a file. */
export function DownloadData() {
  const { isBusy, setBusy, say, fail, message, submitButton } = useForm();
  const download = async () => {
    setBusy(true);
    say();
    try {
      const day = new Date().toISOString().slice(0, 10);
      const data = await dataOf((api) => api.auth.export.$get());
      saveAs(`${SITE_NAME.toLowerCase()}-data-${day}.json`, data);
      say({ text: SAVED, tone: 'green' });
    } catch (fault) {
      fail(errorText(fault, NOT_SAVED), undefined, fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div>
        <button
          type="button"
          className="button"
          disabled={isBusy}
          ref={submitButton}
          onClick={() => void download()}
        >
          {isBusy ? 'Gathering…' : 'Download my data'}
        </button>
      </div>
      <FormMessage message={message} />
    </>
  );
}

/** The end of an account, after a confirm; by its password where the last sign-in is long ago. */
export function DeleteAccount() {
  const { form, submitButton, say, fail, faultAt } = useForm<'current'>();
  const [password, setPassword] = useState<string | null>(null);
  const remove = async () => {
    if (!(await confirmWith(CONFIRM, 'Delete account'))) return;
    say();
    try {
      const json = { currentPassword: password ?? '' };
      await bodyOf((api) => api.auth.account.$delete({ json }));
      // Not through the store: the screen would take it for a session that ended, and ask to sign in.
      forgetSession();
      location.assign('/');
    } catch (cause) {
      // Other faults were logged by the caller of the API.
      if (!(cause instanceof ApiError && ASKS_PASSWORD.has(cause.code))) return tell(NOT_DELETED);
      setPassword(password ?? '');
      fail(errorText(cause, NOT_DELETED), 'current');
    }
  };
  return (
    <Form form={form} onSend={remove}>
      {password !== null && (
        <PasswordField
          label="Your password"
          name="current"
          autoComplete="current-password"
          value={password}
          fault={faultAt('current')}
          onValue={setPassword}
        />
      )}
      <div>
        <button type="submit" className="button danger" ref={submitButton}>
          Delete account
        </button>
      </div>
    </Form>
  );
}

function saveAs(name: string, data: unknown): void {
  const blob = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
