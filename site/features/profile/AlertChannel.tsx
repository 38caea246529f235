import { useState } from 'react';
import { CHANNELS, type Channel, channelFault } from '#domain/text/channel-note.ts';
import { bodyOf, dataOf } from '#site/client/api.ts';
import { FailurePanel } from '#site/ui/FailurePanel.tsx';
import { TextField } from '#site/ui/fields.tsx';
import { Form, FormMessage, Submit, useForm } from '#site/ui/form.tsx';
import { SelectField } from '#site/ui/SelectField.tsx';
import { useCall } from '#site/ui/use-call.ts';

const NAMES: Readonly<Record<Channel, string>> = {
  discord: 'Discord',
  slack: 'Slack',
  gotify: 'Gotify',
  ntfy: 'ntfy',
};
const OPTIONS = CHANNELS.map((channel) => [channel, NAMES[channel]] as const);

const HINTS: Readonly<Record<Channel, string>> = {
  discord: 'The webhook of a channel: https://discord.com/api/webhooks/…',
  slack: 'The webhook of an app: https://hooks.slack.com/services/…',
  gotify: 'Of an app on your server: https://push.example.com/message?token=…',
  ntfy: 'With the topic: https://ntfy.sh/my-topic',
};

const TEXTS = {
  notLoaded: 'Your channel could not be loaded.',
  notSaved: 'The channel could not be saved. Please try again.',
  notRemoved: 'The channel could not be removed. Please try again.',
  saved: 'Saved. A first note is on its way.',
} as const;

const readChannel = () => dataOf((api) => api.user.channel.$get());
type Seen = NonNullable<Awaited<ReturnType<typeof readChannel>>>;

/** Where the shopper's alerts go besides mail: the service in use with the fate of its last note, and a form to set it. */
export function AlertChannel() {
  const call = useCall(readChannel);
  const [channel, setChannel] = useState<Channel>('discord');
  const form = useForm({ url: '' });
  const url = form.values.url.trim();
  const save = async () => {
    await bodyOf((api) => api.user.channel.$put({ json: { channel, url } }));
    form.set({ url: '' });
    form.say({ text: TEXTS.saved, tone: 'green' });
    await call.run();
  };
  const submit = () => {
    const fault = channelFault(channel, url);
    return fault ? form.fail(fault, 'url') : form.send(save, TEXTS.notSaved);
  };
  const { state } = call;
  return (
    <>
      {state.status === 'error' && (
        <FailurePanel text={TEXTS.notLoaded} advice={null} onRetry={call.run} />
      )}
      {state.status === 'success' && state.data && <Current seen={state.data} onGone={call.run} />}
      <Form form={form.form} onSend={submit}>
        <SelectField
          id="channel"
          label="Service"
          value={channel}
          options={OPTIONS}
          onValue={(chosen) => {
            setChannel(CHANNELS.find((each) => each === chosen) ?? channel);
          }}
        />
        <TextField
          id="channel-url"
          label="Address"
          type="url"
          maxLength={1_000}
          autoComplete="off"
          hint={HINTS[channel]}
          {...form.field('url')}
        />
        <FormMessage message={form.message} />
        <div>
          <Submit form={form} busy="Saving…" className="button" label="Save the channel" />
        </div>
      </Form>
    </>
  );
}

/** The channel in use and what became of its last note, with a button that removes it. */
function Current({ seen, onGone }: { seen: Seen; onGone(): Promise<void> }) {
  const form = useForm({});
  const remove = async () => {
    await bodyOf((api) => api.user.channel.$delete());
    await onGone();
  };
  return (
    <Form onSend={() => form.send(remove, TEXTS.notRemoved)}>
      <p>{channelText(seen)}</p>
      <FormMessage message={form.message} />
      <div>
        <Submit form={form} busy="Removing…" className="button" label="Remove the channel" />
      </div>
    </Form>
  );
}

/** 'Alerts also go to Discord (discord.com). The last note failed: …' */
export function channelText({ channel, host, lastNote }: Seen): string {
  const place = `Alerts also go to ${NAMES[channel]}${host ? ` (${host})` : ''}.`;
  if (!lastNote) return place;
  if (lastNote.state === 'sent') return `${place} The last note arrived.`;
  const reason = lastNote.error ? `: ${lastNote.error}` : '';
  return lastNote.state === 'failed'
    ? `${place} The last note failed${reason}`
    : `${place} A note is on its way${reason}`;
}
