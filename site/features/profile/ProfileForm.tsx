import { type FormEvent, useState } from 'react';
import { PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { dataOf } from '#site/client/api.ts';
import { ApiError, errorText } from '#site/client/api-error.ts';
import { type SessionUser, updateUser } from '#site/stores/session.ts';
import { FormMessage, type Message } from '../account/FormMessage.tsx';
import { PasswordField } from '../account/PasswordField.tsx';
import { TextField } from '../account/TextField.tsx';
import { type FieldFaultAt, useFaultFocus } from '../account/use-fault-focus.ts';
import { useKeptFocus } from '../account/use-kept-focus.ts';
import { SettingsSection } from './SettingsSection.tsx';

/** Spec §5 and §8. */
const TEXTS = {
  nameMissing: 'Name is required',
  emailMissing: 'Email is required',
  different: 'New passwords do not match',
  tooShort: `New password must be at least ${PASSWORD_MIN} characters`,
  saved: 'Profile updated successfully!',
  failed: 'Failed to update profile',
} as const;

interface Fields {
  name: string;
  email: string;
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

type Fault = FieldFaultAt<'name' | 'email' | 'current' | 'new' | 'confirm'>;

/** The fields by the server's name for them; its codes that mean one. */
const REFUSED: Record<string, Fault['at']> = {
  name: 'name',
  email: 'email',
  'email-taken': 'email',
  currentPassword: 'current',
  'wrong-password': 'current',
  newPassword: 'new',
};

/** Profile Settings: name, e-mail and, if wanted, a new password. */
export function ProfileForm({ user }: { user: SessionUser }) {
  const untouched = { currentPassword: '', newPassword: '', confirmPassword: '' };
  const [fields, setFields] = useState<Fields>({
    name: user.name,
    email: user.email,
    ...untouched,
  });
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [message, setMessage] = useState<Message | null>(null);
  const submitButton = useKeptFocus(isBusy);
  const formElement = useFaultFocus(fault);
  const set = (changed: Partial<Fields>) => setFields((now) => ({ ...now, ...changed }));
  const faultAt = (at: Fault['at']) => (fault?.at === at ? fault.text : null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = faultOf(fields);
    setFault(found);
    setMessage(null);
    if (found) return;
    setBusy(true);
    try {
      const { user } = await dataOf((api) => api.auth.profile.$put({ json: changeOf(fields) }));
      updateUser(user);
      set(untouched);
      setMessage({ text: TEXTS.saved, tone: 'green' });
    } catch (cause) {
      const text = errorText(cause, TEXTS.failed);
      const at = refusedField(cause);
      if (at) setFault({ at, text });
      else setMessage({ text, tone: 'red', fault: cause });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      className="profile-form"
      ref={formElement}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <SettingsSection title="Your details" text="How we greet you, and where our mail goes.">
        <TextField
          id="profile-name"
          name="name"
          label="Name"
          autoComplete="name"
          maxLength={100}
          value={fields.name}
          fault={faultAt('name')}
          onValue={(name) => set({ name })}
        />
        <TextField
          id="profile-email"
          name="email"
          label="E-mail"
          type="email"
          autoComplete="email"
          value={fields.email}
          fault={faultAt('email')}
          onValue={(email) => set({ email })}
        />
      </SettingsSection>
      <SettingsSection
        title="Change password"
        text="Leave all three empty to keep the one you have. A new one signs you out everywhere else."
      >
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          value={fields.currentPassword}
          fault={faultAt('current')}
          onValue={(currentPassword) => set({ currentPassword })}
        />
        <PasswordField
          label="New password"
          name="new"
          autoComplete="new-password"
          value={fields.newPassword}
          fault={faultAt('new')}
          onValue={(newPassword) => set({ newPassword })}
        />
        <PasswordField
          label="Confirm new password"
          name="confirm"
          autoComplete="new-password"
          value={fields.confirmPassword}
          fault={faultAt('confirm')}
          onValue={(confirmPassword) => set({ confirmPassword })}
        />
      </SettingsSection>
      <div className="settings settings-end">
        <div className="stack">
          <FormMessage message={message} />
          <button type="submit" className="button primary" disabled={isBusy} ref={submitButton}>
            {isBusy ? 'Saving…' : 'Save changes'}
          </button>
        </div>
      </div>
    </form>
  );
}

/** What is wrong with the form, in the spec's words; null when it may be sent. */
function faultOf(fields: Fields): Fault | null {
  const { name, email, newPassword, confirmPassword } = fields;
  if (!name.trim()) return { at: 'name', text: TEXTS.nameMissing };
  if (!email.trim()) return { at: 'email', text: TEXTS.emailMissing };
  if (newPassword !== confirmPassword) return { at: 'confirm', text: TEXTS.different };
  if (newPassword && newPassword.length < PASSWORD_MIN) return { at: 'new', text: TEXTS.tooShort };
  return null;
}

function refusedField(cause: unknown): Fault['at'] | undefined {
  if (!(cause instanceof ApiError)) return undefined;
  return REFUSED[cause.field ?? cause.code];
}

/** Passwords go along only when a new one is set (spec §5). */
function changeOf({ name, email, currentPassword, newPassword }: Fields) {
  return {
    name: name.trim(),
    email: email.trim(),
    ...(newPassword && { currentPassword, newPassword }),
  };
}
