import { useState } from 'react';
import { dateOf } from '#domain/calendar.ts';
import { PASS_DAYS } from '#domain/prices/price-pass.ts';
import type { FoundLine } from '#site/api/routes/price-pass.ts';
import { dataOf } from '#site/client/api.ts';
import { faultAdvice } from '#site/client/api-error.ts';
import { ScanButton } from '#site/features/scan/ScanButton.tsx';
import { TextField } from '#site/ui/fields.tsx';
import { Form, Submit, useForm } from '#site/ui/form.tsx';
import { Notice } from '#site/ui/Notice.tsx';
import { SelectField } from '#site/ui/SelectField.tsx';
import { FoundLines } from './FoundLines.tsx';
import type { Purchase } from './kept-passes.ts';

const EXAMPLE = `weet-bix 1.2 kg $5.50
2 L milk $3.60`;

interface PassFormProps {
  shops: readonly { slug: string; name: string }[];
  /** Resolves to true once the items are saved. */
  onAdd(items: Purchase[]): Promise<boolean>;
}

/** Takes lines of a receipt at one shop, then shows the matched products with editable prices. */
export function PassForm({ shops, onAdd }: PassFormProps) {
  const form = useForm({
    shop: '',
    list: '',
    bought: dateOf(Date.now()),
    days: String(PASS_DAYS.usual),
  });
  const { shop, list, bought: boughtOn, days } = form.values;
  const [lines, setLines] = useState<FoundLine[] | null>(null);
  const [fault, setFault] = useState<unknown>(null);

  const find = async () => {
    setFault(null);
    await form.send(async () => setLines(await findLines(shop, list)), setFault);
  };
  const add = (paid: readonly (readonly [offerId: string, paid: number])[]) =>
    form.send(async () => {
      const bought = { boughtOn, days: Number(days) };
      if (!(await onAdd(paid.map(([offerId, each]) => ({ offerId, paid: each, ...bought })))))
        return;
      setLines(null);
      form.set({ list: '' });
    });

  return (
    <>
      <Form onSend={find} isChecked className="card stack">
        <div className="row pass-fields">
          <SelectField
            id="shop"
            label="Where you bought it"
            required
            value={shop}
            options={shops
              .toSorted((a, b) => a.name.localeCompare(b.name))
              .map(({ slug, name }) => [slug, name] as const)}
            onValue={(value) => form.set({ shop: value })}
          >
            <option value="">Choose a shop</option>
          </SelectField>
          <TextField
            id="bought"
            label="When"
            type="date"
            required
            max={dateOf(Date.now())}
            {...form.field('bought')}
          />
          <TextField
            id="days"
            label="Days to watch"
            className="input figures"
            type="number"
            required
            min={PASS_DAYS.least}
            max={PASS_DAYS.most}
            {...form.field('days')}
          />
        </div>
        <div className="field">
          <label htmlFor="receipt">What you bought, with what you paid</label>
          <textarea
            id="receipt"
            className="input"
            rows={5}
            required
            maxLength={4_000}
            placeholder={EXAMPLE}
            value={list}
            onChange={(event) => form.set({ list: event.target.value })}
            aria-describedby="receipt-hint"
          />
          <p className="hint" id="receipt-hint">
            One item per line, ending with its price. Lines of a shopping docket work too.
          </p>
          <ScanButton into="receipt" />
        </div>
        <div>
          <Submit form={form} busy="Find these" className="button wattle" label="Find these" />
        </div>
      </Form>
      <FaultNotice fault={fault} text="We could not look these up." />
      {lines && (
        <FoundLines key={JSON.stringify(lines)} lines={lines} isBusy={form.isBusy} onAdd={add} />
      )}
    </>
  );
}

function findLines(shop: string, list: string): Promise<FoundLine[]> {
  return dataOf((api) => api['price-pass'].lines.$get({ query: { shop, list } }));
}

/** Shows a failed call with advice; nothing for null. */
export function FaultNotice({ fault, text }: { fault: unknown; text: string }) {
  if (fault === null) return null;
  return (
    <Notice tone="red" icon="alert" role="alert">
      {text} {faultAdvice(fault) ?? 'Please try again.'}
    </Notice>
  );
}
