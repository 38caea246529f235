/* The searches that a member watches: in words, changed in place, ended; and how alerts are mailed. */
import { counted } from '#domain/text/counted.ts';
import { savedTimeAgo } from '#domain/text/time-ago.ts';
import type { WatchedSearch } from '#site/api/routes/watched-searches.ts';
import { bodyOf, dataOf, removed } from '#site/client/api.ts';
import { tell } from '#site/client/dialog.ts';
import { RESTS } from '#site/client/watch-search.ts';
import { LimitField } from '#site/ui/fields.tsx';
import { Form, FormMessage, Submit, useForm } from '#site/ui/form.tsx';
import { SelectField } from '#site/ui/SelectField.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { RemoveButton } from '#site/ui/use-removals.tsx';
import { Entries } from './EntryList.tsx';

const listed = () => dataOf((api) => api['watched-searches'].$get());

export function WatchedSearches() {
  const call = useCall(listed);
  return (
    <Entries
      call={call}
      remove={(id) => removed((api) => api['watched-searches'][':id'].$delete({ param: { id } }))}
      removedText={(name) => `${name} is no longer watched`}
      failure="Your watched searches could not be loaded."
      notRemoved="The search could not be ended. Please try again."
      none={
        <div className="stack tight">
          <p>No watched searches yet</p>
          <p className="muted">
            <a href="/search">Search</a>, then tap “Watch this search”: we mail you what is new or
            cheaper.
          </p>
        </div>
      }
    >
      {(searches, end) => (
        <ul className="plain-list entries">
          {searches.map((search) => (
            <li key={search.id}>
              <div className="stack tight">
                <a className="reach" href={search.path}>
                  {search.text}
                </a>
                <span className="small muted figures">{termsOf(search)}</span>
                <details>
                  <summary className="small">Change</summary>
                  <ChangeForm
                    search={search}
                    onChanged={async () => {
                      const searches = await listed();
                      call.change(() => searches);
                    }}
                  />
                </details>
              </div>
              <RemoveButton
                label={`Stop watching ${search.text}`}
                onRemove={(button) => end(search, search.text, button)}
              />
            </li>
          ))}
        </ul>
      )}
    </Entries>
  );
}

/** Whether alerts come in one mail a day; nothing if that is not known. */
export function OneMailADay() {
  const { state, change } = useCall(() => dataOf((api) => api.alerts.settings.$get()));
  if (state.status === 'error') return null;
  const isKnown = state.status === 'success';
  const dailyAlerts = isKnown && state.data.dailyAlerts;
  const set = async (json: { dailyAlerts: boolean }) => {
    change(() => json);
    try {
      await bodyOf((api) => api.alerts.settings.$put({ json }));
    } catch {
      // The API client logs the failure.
      change(() => ({ dailyAlerts }));
      await tell('This could not be changed. Please try again.');
    }
  };
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={dailyAlerts}
        disabled={!isKnown}
        onChange={(event) => void set({ dailyAlerts: event.target.checked })}
      />
      Send all alerts of a day in one mail, from 8 am in Sydney
    </label>
  );
}

/** '3 products match, each size and colour counted · at most one mail a week · last mail 2 days ago'. */
function termsOf({ matches, restDays, mailedAt }: WatchedSearch): string {
  return [
    matches === 1
      ? '1 product matches'
      : `${counted(matches, 'product')} match, each size and colour counted`,
    `at most one mail ${RESTS.find(([days]) => Number(days) === restDays)?.[1] ?? `in ${counted(restDays, 'day')}`}`,
    mailedAt && `last mail ${savedTimeAgo(Date.parse(mailedAt), Date.now())}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

interface ChangeFormProps {
  search: WatchedSearch;
  onChanged(): Promise<void>;
}

function ChangeForm({ search, onChanged }: ChangeFormProps) {
  const { id, filters, restDays } = search;
  const form = useForm({ max: String(filters.maxPrice ?? ''), rest: String(restDays) });
  const save = async () => {
    const { max, rest } = form.values;
    const json = { maxPrice: max ? Number(max) : null, restDays: Number(rest) };
    await bodyOf((api) => api['watched-searches'][':id'].$patch({ param: { id }, json }));
    await onChanged();
    form.say({ text: 'Saved.', tone: 'green' });
  };
  return (
    <Form form={form.form} onSend={() => form.send(save)} isChecked className="stack tight">
      <LimitField id={`max-${id}`} {...form.field('max')} />
      <SelectField
        id={`rest-${id}`}
        label="At most one mail"
        value={form.values.rest}
        options={RESTS}
        onValue={(rest) => form.set({ rest })}
      />
      <FormMessage message={form.message} />
      <div>
        <Submit form={form} busy="Saving…" className="button" label="Save" />
      </div>
    </Form>
  );
}
