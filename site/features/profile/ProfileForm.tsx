import { useState } from 'react';
import { PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { dataOf } from '#site/client/api.ts';
import { errorText } from '#site/client/api-error.ts';
import type { SessionUser } from '#site/client/stored-values.ts';
import { updateUser } from '#site/stores/session.ts';
import {
  CodeField,
  CurrentPassword,
  EmailField,
  PasswordField,
  TextField,
} from '#site/ui/fields.tsx';
import { Form, FormMessage, fieldAtFault, Submit, useForm } from '#site/ui/form.tsx';
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

const UNTOUCHED = { currentPassword: '', newPassword: '', confirm: '', code: '' };
type Field = 'name' | 'email' | keyof typeof UNTOUCHED;
type Values = Readonly<Record<Field, string>>;

/** Profile Settings: name, email and an optional new password. */
export function ProfileForm({ user }: { user: SessionUser }) {
  const form = useForm<Field>({ name: user.name, email: user.email, ...UNTOUCHED });
  const { values, field } = form;
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const save = async () => {
    const json = changeOf(values, user.email);
    const saved = await dataOf((api) => api.auth.profile.$put({ json }));
    updateUser(saved.user);
    form.set(UNTOUCHED);
    form.say({ text: TEXTS.saved, tone: 'green' });
  };
  const submit = () => {
    const fault = faultOf(values);
    return fault ? form.fail(...fault) : form.send(save, refuse);
  };
  const refuse = (cause: unknown) => {
    const text = errorText(cause, TEXTS.failed);
    if (fieldAtFault(cause) !== 'code') return form.refuse(text, cause);
    setCodeNeeded(true);
    form.fail(text, 'code');
  };

  return (
    <Form form={form.form} onSend={submit} className="profile-form">
      <SettingsSection
        title="Your details"
        text="Your name and email address. A new address needs your current password, below."
      >
        <TextField
          id="profile-name"
          label="Name"
          autoComplete="name"
          maxLength={100}
          {...field('name')}
        />
        <EmailField id="profile-email" {...field('email')} />
      </SettingsSection>
      <SettingsSection
        title="Change password"
        text="Leave all three empty to keep the one you have. A new one signs you out everywhere else."
      >
        <CurrentPassword {...field('currentPassword')} />
        {isCodeNeeded && <CodeField {...field('code')} />}
        <PasswordField label="New password" autoComplete="new-password" {...field('newPassword')} />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...field('confirm')}
        />
      </SettingsSection>
      <div className="settings settings-end">
        <div className="stack">
          <FormMessage message={form.message} />
          <Submit form={form} busy="Saving…" label="Save changes" />
        </div>
      </div>
    </Form>
  );
}

/** The first invalid field and its error text (spec §5); null if the form is valid. */
function faultOf(values: Values): [text: string, at: Field] | null {
  if (!values.name.trim()) return [TEXTS.nameMissing, 'name'];
  if (!values.email.trim()) return [TEXTS.emailMissing, 'email'];
  const { newPassword, confirm } = values;
  if (newPassword !== confirm) return [TEXTS.different, 'confirm'];
  if (newPassword && newPassword.length < PASSWORD_MIN) return [TEXTS.tooShort, 'newPassword'];
  return null;
}

/** The body of the call. The password is sent only with a new one (spec §5) or a new address. */
function changeOf({ currentPassword, newPassword, code, ...who }: Values, former: string) {
  const email = who.email.trim();
  const isMoving = email.toLowerCase() !== former.toLowerCase();
  return {
    name: who.name.trim(),
    email,
    ...(isMoving && { currentPassword, ...(code && { code }) }),
    ...(newPassword && { currentPassword, newPassword }),
  };
}
