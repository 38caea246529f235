import { type FormEvent, useState } from 'react';
import { PASSWORD_MIN } from '#domain/password-rule.ts';
import { errorText } from '#site/client/api-error.ts';
import { type ProfileChange, saveProfile } from '#site/client/calls/auth.ts';
import { type SessionUser, updateUser } from '#site/stores/session.ts';
import { PasswordField } from '../account/PasswordField.tsx';
import { Notice } from '../shared/Notice.tsx';

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

/** Profile Settings: name, e-mail and, if wanted, a new password. */
export function ProfileForm({ user }: { user: SessionUser }) {
  const untouched = { currentPassword: '', newPassword: '', confirmPassword: '' };
  const [fields, setFields] = useState<Fields>({
    name: user.name,
    email: user.email,
    ...untouched,
  });
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<{ text: string; tone: 'red' | 'green' } | null>(null);
  const set = (changed: Partial<Fields>) => setFields({ ...fields, ...changed });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fault = faultOf(fields);
    setMessage(fault ? { text: fault, tone: 'red' } : null);
    if (fault) return;
    setBusy(true);
    try {
      updateUser(await saveProfile(changeOf(fields)));
      set(untouched);
      setMessage({ text: TEXTS.saved, tone: 'green' });
    } catch (cause) {
      setMessage({ text: errorText(cause, TEXTS.failed), tone: 'red' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="stack profile-form" noValidate onSubmit={(event) => void submit(event)}>
      <div aria-live="polite">
        {message && (
          <Notice tone={message.tone} icon={message.tone === 'red' ? 'alert' : 'check'}>
            {message.text}
          </Notice>
        )}
      </div>
      <div className="field">
        <label htmlFor="profile-name">Name</label>
        <input
          id="profile-name"
          className="input"
          autoComplete="name"
          maxLength={100}
          value={fields.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor="profile-email">E-mail</label>
        <input
          id="profile-email"
          className="input"
          type="email"
          autoComplete="email"
          value={fields.email}
          onChange={(event) => set({ email: event.target.value })}
        />
      </div>
      <fieldset className="stack">
        <legend className="field-label">Change password (leave empty to keep it)</legend>
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          value={fields.currentPassword}
          onValue={(currentPassword) => set({ currentPassword })}
        />
        <PasswordField
          label="New password"
          name="new"
          autoComplete="new-password"
          value={fields.newPassword}
          onValue={(newPassword) => set({ newPassword })}
        />
        <PasswordField
          label="Confirm new password"
          name="confirm"
          autoComplete="new-password"
          value={fields.confirmPassword}
          onValue={(confirmPassword) => set({ confirmPassword })}
        />
      </fieldset>
      <div>
        <button type="submit" className="button primary" disabled={isBusy}>
          {isBusy ? 'Saving…' : 'Save changes'}
        </button>
      </div>
    </form>
  );
}

/** What is wrong with the form, in the spec's words; null when it may be sent. */
export function faultOf(fields: Fields): string | null {
  if (!fields.name.trim()) return TEXTS.nameMissing;
  if (!fields.email.trim()) return TEXTS.emailMissing;
  if (fields.newPassword !== fields.confirmPassword) return TEXTS.different;
  if (fields.newPassword && fields.newPassword.length < PASSWORD_MIN) return TEXTS.tooShort;
  return null;
}

/** Passwords go along only when a new one is set (spec §5). */
function changeOf({ name, email, currentPassword, newPassword }: Fields): ProfileChange {
  return {
    name: name.trim(),
    email: email.trim(),
    ...(newPassword && { currentPassword, newPassword }),
  };
}
