import { bodyOf, dataOf } from '#site/client/api.ts';
import { FailurePanel } from '#site/ui/FailurePanel.tsx';
import { TextField } from '#site/ui/fields.tsx';
import { Form, FormMessage, Submit, useForm } from '#site/ui/form.tsx';
import { useCall } from '#site/ui/use-call.ts';

const TEXTS = {
  notLoaded: 'The address of your feed could not be loaded.',
  notMade: 'The address could not be made. Please try again.',
  notEnded: 'The feed could not be ended. Please try again.',
  hint: 'Whoever knows it can read your favourites. A new address ends this one.',
} as const;

/** The address of the feed of the shopper's favourites, with buttons to make, renew and end it. */
export function FavoritesFeed() {
  const call = useCall(() => dataOf((api) => api.user['favorites-feed'].$get()));
  const form = useForm({});
  const make = async () => {
    const made = await dataOf((api) => api.user['favorites-feed'].$post());
    call.change(() => made);
  };
  const end = async () => {
    await bodyOf((api) => api.user['favorites-feed'].$delete());
    call.change(() => null);
  };
  const { state } = call;
  if (state.status === 'error')
    return <FailurePanel text={TEXTS.notLoaded} advice={null} onRetry={call.run} />;
  const feed = state.status === 'success' ? state.data : null;
  return (
    <Form onSend={() => form.send(make, TEXTS.notMade)}>
      {feed && (
        <TextField
          id="favorites-feed"
          label="Address of your feed"
          hint={TEXTS.hint}
          value={feed.url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <FormMessage message={form.message} />
      <div className="row">
        <Submit
          form={form}
          busy="Making…"
          className="button"
          label={feed ? 'Make a new address' : 'Make an address'}
        />
        {feed && (
          <button
            type="button"
            className="button"
            onClick={() => void form.send(end, TEXTS.notEnded)}
          >
            End the feed
          </button>
        )}
      </div>
    </Form>
  );
}
