/* The second factor of an account: set-up, backup codes, change. */
import type { InferResponseType } from 'hono/client';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { bodyOf, dataOf } from '#site/client/api.ts';
import type { api } from '#site/client/client.ts';
import { saveAs } from '#site/client/dom.ts';
import { CodeField, CurrentPassword } from '#site/ui/fields.tsx';
import { Form, FormMessage, Submit, useForm } from '#site/ui/form.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { useCopy } from '#site/ui/use-copy.ts';

/** The answer of POST /user/second-factor: key and QR code. */
type Enrolment = InferResponseType<(typeof api)['user']['second-factor']['$post'], 200>['data'];

const TEXTS = {
  passwordMissing: 'Please enter your current password.',
  codeMissing: 'Enter the code.',
  notBegun: 'The second factor could not be set up. Please try again.',
  notOn: 'The second factor could not be turned on. Please try again.',
  notChanged: 'The second factor could not be changed. Please try again.',
} as const;

interface SetUpProps {
  hasPassword: boolean;
  onDone(backupCodes: readonly string[]): void;
}

/** Sets up the second factor: password, then QR code and a first code. */
export function SetUpSecondFactor({ hasPassword, onDone }: SetUpProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const form = useForm({ currentPassword: '' });
  const json = form.values;
  const begin = async () => {
    setEnrolment(await dataOf((api) => api.user['second-factor'].$post({ json })));
    form.set({ currentPassword: '' });
  };
  const submit = () => {
    if (hasPassword && !json.currentPassword)
      return form.fail(TEXTS.passwordMissing, 'currentPassword');
    return form.send(begin, TEXTS.notBegun);
  };
  if (enrolment) {
    return <FirstCode enrolment={enrolment} onDone={onDone} onCancel={() => setEnrolment(null)} />;
  }
  return (
    <Form form={form.form} onSend={submit}>
      <FormMessage message={form.message} />
      {hasPassword && <CurrentPassword {...form.field('currentPassword')} />}
      <div>
        <Submit form={form} label="Set up an authenticator app" />
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
  const form = useForm({ code: '' });
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const confirm = async () => {
    const json = form.values;
    const on = await dataOf((api) => api.user['second-factor'].confirm.$post({ json }));
    onDone(on.backupCodes);
  };
  const submit = () => {
    if (!form.values.code.trim()) return form.fail(TEXTS.codeMissing, 'code');
    return form.send(confirm, TEXTS.notOn);
  };
  return (
    <div className="stack">
      <h3 tabIndex={-1} ref={title}>
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
      <Form form={form.form} onSend={submit}>
        <FormMessage message={form.message} />
        <CodeField
          label="Code that the app shows"
          hint="This proves that it works. Everyone else who is signed in to your account is signed out."
          inputMode="numeric"
          {...form.field('code')}
        />
        <div className="row">
          <Submit form={form} label="Turn it on" />
          <button type="button" className="button quiet" onClick={onCancel}>
            Cancel
          </button>
        </div>
      </Form>
    </div>
  );
}

/** Shows new backup codes once, to copy or save. */
export function BackupCodes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const { copied, copy } = useCopy('[security]');
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focusing the heading announces new codes
  useEffect(() => title.current?.focus(), [codes]);
  const save = () =>
    saveAs(
      `${SITE_NAME.toLowerCase()}-backup-codes.txt`,
      `Backup codes of ${SITE_NAME}, each works once:\n\n${codes.join('\n')}\n`,
      'text/plain',
    );
  return (
    <section className="docket stack" aria-labelledby="backup-codes">
      <h2 className="h3" id="backup-codes" tabIndex={-1} ref={title}>
        Your backup codes
      </h2>
      <p>
        Keep them somewhere safe, away from your phone. Each signs you in once when the app is not
        at hand. <strong>They are not shown again.</strong>
      </p>
      <ul className="plain-list backup-codes figures">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <button type="button" className="button" onClick={() => copy(codes.join('\n'))}>
          <Icon name={copied === 'yes' ? 'check' : 'copy'} />
          {copied === 'yes' ? 'Copied' : 'Copy'}
        </button>
        <button type="button" className="button" onClick={save}>
          <Icon name="download" /> Save as a file
        </button>
        <button type="button" className="button primary" onClick={onKept}>
          I have kept them
        </button>
      </div>
      <p className="small" role="status">
        {copied === 'no' && 'Your browser did not allow copying.'}
      </p>
    </section>
  );
}

interface ChangeProps {
  hasPassword: boolean;
  onCodes(codes: readonly string[]): void;
  onOff(): void;
}

/** Renews the backup codes or turns the second factor off; both need password and code. */
export function ChangeSecondFactor({ hasPassword, onCodes, onOff }: ChangeProps) {
  const form = useForm({ currentPassword: '', code: '' });
  const json = form.values;
  const turnOff = async () => {
    await bodyOf((api) => api.user['second-factor'].$delete({ json }));
    onOff();
  };
  const renew = async () => {
    const made = await dataOf((api) => api.user['second-factor']['backup-codes'].$post({ json }));
    form.set({ currentPassword: '', code: '' });
    onCodes(made.backupCodes);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent;
    const isOff = submitter instanceof HTMLButtonElement && submitter.value === 'off';
    if (hasPassword && !json.currentPassword)
      return form.fail(TEXTS.passwordMissing, 'currentPassword');
    if (!json.code.trim()) return form.fail(TEXTS.codeMissing, 'code');
    return form.send(isOff ? turnOff : renew, TEXTS.notChanged);
  };
  return (
    <Form form={form.form} onSend={submit} label="Change the second factor">
      <FormMessage message={form.message} />
      {hasPassword && <CurrentPassword {...form.field('currentPassword')} />}
      <CodeField {...form.field('code')} />
      <div className="row">
        <Submit form={form} busy="New backup codes" className="button" label="New backup codes" />
        <button type="submit" className="button danger" value="off" disabled={form.isBusy}>
          Turn it off
        </button>
      </div>
    </Form>
  );
}
