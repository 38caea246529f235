import { useState } from 'react';
import { savedTimeAgo } from '#domain/text/time-ago.ts';
import type { ApiKeySeen } from '#site/api/routes/api-keys.ts';
import { dataOf, removed } from '#site/client/api.ts';
import { ApiError, errorText } from '#site/client/api-error.ts';
import { Loaded, Skeletons } from '#site/ui/panels.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { RemoveButton, useRemovals } from '#site/ui/use-removals.tsx';
import { Form } from '../account/Form.tsx';
import { FormMessage } from '../account/FormMessage.tsx';
import { TextField } from '../account/TextField.tsx';
import { useForm } from '../account/use-form.ts';

const TEXTS = {
  failed: 'Your API keys could not be loaded.',
  none: 'No keys yet.',
  unnamed: 'Please name the key.',
  notMade: 'The key could not be made. Please try again.',
  notRevoked: 'The key could not be revoked. Please try again.',
  once: 'Copy it now: it is not shown again.',
} as const;

/** The shopper's API keys: a form that makes one and shows it once, and the list with a button to revoke each. */
export function ApiKeys() {
  const call = useCall(() => dataOf((api) => api.user['api-keys'].$get()));
  const { remove, status } = useRemovals();
  const [made, setMade] = useState<string | null>(null);
  const revoke = ({ id, name }: ApiKeySeen, button: HTMLElement) =>
    remove({
      button,
      words: `Key ${name} revoked`,
      failure: TEXTS.notRevoked,
      async call() {
        await removed((api) => api.user['api-keys'][':id'].$delete({ param: { id } }));
        call.change((keys) => keys.filter((key) => key.id !== id));
      },
    });
  return (
    <>
      <NewKey
        onMade={({ key, ...seen }) => {
          setMade(key);
          call.change((keys) => [seen, ...keys]);
        }}
      />
      {made && (
        <TextField
          id="new-key"
          label="Your new key"
          hint={TEXTS.once}
          value={made}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {status}
      <Loaded
        call={call}
        loading={<Skeletons count={1} shape="entry-shape" className="stack" />}
        failure={TEXTS.failed}
      >
        {(keys) =>
          keys.length === 0 ? (
            <p className="muted small">{TEXTS.none}</p>
          ) : (
            <ul className="plain-list entries">
              {keys.map((key) => (
                <li key={key.id}>
                  <span className="stack tight">
                    <span>{key.name}</span>
                    <span className="small muted">
                      {key.prefix}… · {usedText(key)}
                    </span>
                  </span>
                  <RemoveButton
                    label={`Revoke the key ${key.name}`}
                    onRemove={(button) => void revoke(key, button)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function NewKey({ onMade }: { onMade(made: ApiKeySeen & { key: string }): void }) {
  const [name, setName] = useState('');
  const form = useForm<'keyName'>();
  const { isBusy, setBusy, say, fail } = form;
  const make = async () => {
    say();
    if (!name.trim()) return fail(TEXTS.unnamed, 'keyName');
    setBusy(true);
    try {
      onMade(await dataOf((api) => api.user['api-keys'].$post({ json: { name: name.trim() } })));
      setName('');
    } catch (cause) {
      const isTheName = cause instanceof ApiError && cause.field === 'name';
      fail(errorText(cause, TEXTS.notMade), isTheName ? 'keyName' : undefined, cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form form={form.form} onSend={make}>
      <TextField
        id="key-name"
        name="keyName"
        label="Name of a new key"
        maxLength={60}
        autoComplete="off"
        value={name}
        fault={form.faultAt('keyName')}
        onValue={setName}
      />
      <FormMessage message={form.message} />
      <div>
        <button type="submit" className="button" disabled={isBusy} ref={form.submitButton}>
          {isBusy ? 'Making…' : 'Make a key'}
        </button>
      </div>
    </Form>
  );
}

/** 'used 3 days ago'. */
function usedText({ lastUsedAt }: ApiKeySeen): string {
  return lastUsedAt ? `used ${savedTimeAgo(Date.parse(lastUsedAt), Date.now())}` : 'never used';
}
