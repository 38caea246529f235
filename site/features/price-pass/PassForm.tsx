import { type SubmitEvent, useState } from 'react';
import { dateOf } from '#domain/calendar.ts';
import { PASS_DAYS } from '#domain/prices/price-pass.ts';
import { dataOf } from '#site/client/api.ts';
import { faultAdvice } from '#site/client/api-error.ts';
import { TextField } from '#site/ui/fields.tsx';
import { Form, Submit, useForm } from '#site/ui/form.tsx';
import { Notice } from '#site/ui/Notice.tsx';
import { audText } from '#site/ui/price-text.ts';
import { SelectField } from '#site/ui/SelectField.tsx';
import type { Purchase } from './kept-passes.ts';

type FoundLine = Awaited<ReturnType<typeof findLines>>[number];

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
        </div>
        <div>
          <Submit form={form} busy="Find these" className="button wattle">
            Find these
          </Submit>
        </div>
      </Form>
      <FaultNotice fault={fault} text="We could not look these up." />
      {lines && (
        <FoundLines key={JSON.stringify(lines)} lines={lines} isBusy={form.isBusy} onAdd={add} />
      )}
    </>
  );
}

interface FoundLinesProps {
  lines: FoundLine[];
  isBusy: boolean;
  onAdd(paid: [offerId: string, paid: number][]): Promise<void>;
}

/** The matched product of each line. Only ticked lines with a price are saved. */
function FoundLines({ lines, isBusy, onAdd }: FoundLinesProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const chosen = lines.flatMap(({ match }, nth): [string, number][] => {
      const paid = Number(fields.get(`paid-${nth}`));
      return match && fields.has(`take-${nth}`) && paid > 0 ? [[match.offerId, paid]] : [];
    });
    if (chosen.length > 0) void onAdd(chosen);
  };
  const isAnyFound = lines.some(({ match }) => match);
  return (
    <form className="card stack" onSubmit={submit} aria-labelledby="found-title">
      <h2 id="found-title" className="panel-title">
        Is it this?
      </h2>
      <ul className="plain-list stack tight" role="status">
        {lines.map(({ text, paid, match }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and do not move
          <li className="row spread found-line" key={nth}>
            {match ? (
              <>
                <label className="check">
                  <input type="checkbox" name={`take-${nth}`} defaultChecked />
                  <span>
                    {match.name} <span className="small muted">now {audText(match.price)}</span>
                  </span>
                </label>
                <label className="row paid">
                  <span className="small">Paid, each $</span>
                  <input
                    className="input figures"
                    name={`paid-${nth}`}
                    type="number"
                    min="0.01"
                    max="1000000"
                    step="0.01"
                    inputMode="decimal"
                    defaultValue={paid?.toFixed(2) ?? ''}
                  />
                </label>
              </>
            ) : (
              <span className="muted">
                “{text}”: this shop does not list it, as far as we read.
              </span>
            )}
          </li>
        ))}
      </ul>
      {isAnyFound && (
        <div>
          <button type="submit" className="button primary" disabled={isBusy}>
            Keep an eye on these
          </button>
        </div>
      )}
    </form>
  );
}

function findLines(shop: string, list: string) {
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
