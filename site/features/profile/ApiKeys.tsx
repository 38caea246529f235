import { useState } from 'react';
import { savedTimeAgo } from '#domain/text/time-ago.ts';
import type { ApiKeySeen } from '#site/api/routes/api-keys.ts';
import { dataOf, removed } from '#site/client/api.ts';
import { TextField } from '#site/ui/fields.tsx';
import { Form, FormMessage, Submit, useForm } from '#site/ui/form.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { RemoveButton } from '#site/ui/use-removals.tsx';
import { Entries } from './EntryList.tsx';

const TEXTS = {
  unnamed: 'Please name the key.',
  notMade: 'The key could not be made. Please try again.',
  once: 'Copy it now: it is not shown again.',
} as const;

/** The shopper's API keys: a form that creates a key and shows it once, and a list with revoke buttons. */
export function ApiKeys() {
  const call = useCall(() => dataOf((api) => api.user['api-keys'].$get()));
  const [made, setMade] = useState<string | null>(null);
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
      <Entries
        call={call}
        remove={(id) => removed((api) => api.user['api-keys'][':id'].$delete({ param: { id } }))}
        removedText={(name) => `Key ${name} revoked`}
        failure="Your API keys could not be loaded."
        notRemoved="The key could not be revoked. Please try again."
        none={<p className="muted small">No keys yet.</p>}
      >
        {(keys, revoke) => (
          <ul className="plain-list entries">
            {keys.map((key) => (
              <li key={key.id}>
                <span className="stack tight">
                  <span>{key.name}</span>
                  <span className="small muted">
                    {key.prefix}… ·{' '}
                    {key.lastUsedAt
                      ? `used ${savedTimeAgo(Date.parse(key.lastUsedAt), Date.now())}`
                      : 'never used'}
                  </span>
                </span>
                <RemoveButton
                  label={`Revoke the key ${key.name}`}
                  onRemove={(button) => revoke(key, key.name, button)}
                />
              </li>
            ))}
          </ul>
        )}
      </Entries>
    </>
  );
}

function NewKey({ onMade }: { onMade(made: ApiKeySeen & { key: string }): void }) {
  const form = useForm({ name: '' });
  const name = form.values.name.trim();
  const make = async () => {
    onMade(await dataOf((api) => api.user['api-keys'].$post({ json: { name } })));
    form.set({ name: '' });
  };
  const submit = () => (name ? form.send(make, TEXTS.notMade) : form.fail(TEXTS.unnamed, 'name'));
  return (
    <Form form={form.form} onSend={submit}>
      <TextField
        id="key-name"
        label="Name of a new key"
        maxLength={60}
        autoComplete="off"
        {...form.field('name')}
      />
      <FormMessage message={form.message} />
      <div>
        <Submit form={form} busy="Making…" className="button" label="Make a key" />
      </div>
    </Form>
  );
}
