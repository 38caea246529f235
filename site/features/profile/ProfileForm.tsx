import { useState } from 'react';
import { PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { dataOf } from '#site/client/api.ts';
import { ApiError, errorText } from '#site/client/api-error.ts';
import type { SessionUser } from '#site/client/stored-values.ts';
import { updateUser } from '#site/stores/session.ts';
import { Form } from '../account/Form.tsx';
import { FormMessage } from '../account/FormMessage.tsx';
import { PasswordField } from '../account/PasswordField.tsx';
import { TextField } from '../account/TextField.tsx';
import { useForm } from '../account/use-form.ts';
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

const UNTOUCHED = { currentPassword: '', newPassword: '', confirmPassword: '' };
type Fields = typeof UNTOUCHED & { name: string; email: string };
type Field = 'name' | 'email' | 'current' | 'new' | 'confirm';

/** The fields by the server's name for them; its codes that mean one. */
const REFUSED: Record<string, Field> = {
  name: 'name',
  email: 'email',
  'email-taken': 'email',
  currentPassword: 'current',
  'wrong-password': 'current',
  'password-needed': 'current',
  newPassword: 'new',
};

/** Profile Settings: name, email and, if wanted, a new password. */
export function ProfileForm({ user }: { user: SessionUser }) {
  const [fields, setFields] = useState({ name: user.name, email: user.email, ...UNTOUCHED });
  const form = useForm<Field>();
  const { isBusy, setBusy, faultAt, say, fail } = form;
  const set = (changed: Partial<Fields>) => setFields((now) => ({ ...now, ...changed }));

  const formerEmail = user.email;

  const submit = async () => {
    const fault = faultOf(fields);
    if (fault) return fail(...fault);
    say();
    setBusy(true);
    try {
      const { user } = await dataOf((api) =>
        api.auth.profile.$put({ json: changeOf(fields, formerEmail) }),
      );
      updateUser(user);
      set(UNTOUCHED);
      say({ text: TEXTS.saved, tone: 'green' });
    } catch (cause) {
      fail(errorText(cause, TEXTS.failed), refusedField(cause), cause);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form form={form.form} onSend={submit} className="profile-form">
      <SettingsSection
        title="Your details"
        text="Your name and email address. A new address may need your current password, below."
      >
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
          label="Email"
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
          <FormMessage message={form.message} />
          <button
            type="submit"
            className="button primary"
            disabled={isBusy}
            ref={form.submitButton}
          >
            {isBusy ? 'Saving…' : 'Save changes'}
          </button>
        </div>
      </div>
    </Form>
  );
}

/** What is wrong with the form, in the spec's words, and at which field; null when it may be sent. */
function faultOf(fields: Fields): [text: string, at: Field] | null {
  const { name, email, newPassword, confirmPassword } = fields;
  if (!name.trim()) return [TEXTS.nameMissing, 'name'];
  if (!email.trim()) return [TEXTS.emailMissing, 'email'];
  if (newPassword !== confirmPassword) return [TEXTS.different, 'confirm'];
  if (newPassword && newPassword.length < PASSWORD_MIN) return [TEXTS.tooShort, 'new'];
  return null;
}

function refusedField(cause: unknown): Field | undefined {
  return cause instanceof ApiError ? REFUSED[cause.field ?? cause.code] : undefined;
}

/** Passwords go along only when a new one is set (spec §5), the current one with a new address too. */
function changeOf({ name, email, currentPassword, newPassword }: Fields, formerEmail: string) {
  const isMoving = email.trim().toLowerCase() !== formerEmail.toLowerCase();
  return {
    name: name.trim(),
    email: email.trim(),
    ...(isMoving && currentPassword && { currentPassword }),
    ...(newPassword && { currentPassword, newPassword }),
  };
}
