import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { DEFAULT_VIEW, type SearchView, searchRequest } from '#site/client/search-view.ts';
import type { AlertOutcome } from '#site/client/set-alert.ts';
import { RESTS, watchSearch } from '#site/client/watch-search.ts';
import { keepIntent } from '#site/stores/intent.ts';
import { $isSignedIn } from '#site/stores/session.ts';
import { LimitField } from '#site/ui/fields.tsx';
import { Form, Submit, useForm } from '#site/ui/form.tsx';
import { SelectField } from '#site/ui/SelectField.tsx';
import { AlertNotice } from './AlertNotice.tsx';

export interface WatchFormProps {
  query: string;
  view?: SearchView;
}

/** Watches the search with its filters; a guest signs in first. */
export function WatchForm({ query, view = DEFAULT_VIEW }: WatchFormProps) {
  const isSignedIn = useStore($isSignedIn);
  const { filters } = searchRequest(query, view);
  const form = useForm({ max: String(filters.maxPrice ?? ''), rest: '1' });
  const [outcome, setOutcome] = useState<AlertOutcome | null>(null);
  const submit = () => {
    const { max, rest } = form.values;
    const { maxPrice: _, ...others } = filters;
    const watch = {
      query,
      filters: { ...others, ...(max && { maxPrice: Number(max) }) },
      restDays: Number(rest),
    };
    if (!isSignedIn) return location.assign(keepIntent({ watch }));
    setOutcome(null);
    return form.send(async () => setOutcome(await watchSearch(watch)));
  };
  return (
    <Form form={form.form} onSend={submit} isChecked className="card stack tight">
      <p className="strong">Mail me what is new or cheaper in “{query}”</p>
      <p className="small muted">
        With the filters you have set{isSignedIn ? '.' : '. Needs a free account.'}
      </p>
      <LimitField id="watch-max" {...form.field('max')} />
      <SelectField
        id="watch-rest"
        label="At most one mail"
        value={form.values.rest}
        options={RESTS}
        onValue={(rest) => form.set({ rest })}
      />
      <div role="status">{outcome && <AlertNotice outcome={outcome} />}</div>
      <Submit form={form} busy="Setting…">
        {isSignedIn ? 'Watch this search' : 'Sign in to watch'}
      </Submit>
    </Form>
  );
}
