import { useEffect, useRef, useState } from 'react';
import { cents, dollars, toCents } from '#domain/money.ts';
import {
  backTestAlert,
  lastingBestPrices,
  type OfferPoint,
  pricedPoints,
} from '#domain/prices/best-price-series.ts';
import { discountPercent } from '#domain/prices/price-change.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { type AlertOutcome, setAlert } from '#site/client/set-alert.ts';
import { DOLLARS, EmailField, TargetField, TextField } from '#site/ui/fields.tsx';
import { Form, FormMessage, Submit, useForm } from '#site/ui/form.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { plainText } from '#site/ui/price-text.ts';
import { SelectField } from '#site/ui/SelectField.tsx';
import type { CallState } from '#site/ui/use-call.ts';
import { certainty } from '#site/ui/words.ts';
import { pricePoints } from './PriceFigures.tsx';

/** Minimum duration of the submit in ms (spec §4, §9). */
const SUBMIT_MS = 1_000;
const CLOSE_MS = 2_000;
/** Default target as a share of the current price (spec §5). */
const DEFAULT_SHARE = 0.9;

const KINDS = [
  ['target', 'A target price'],
  ['any-drop', 'Any price drop'],
] as const;

const UNITS = [
  ['dollars', 'dollars'],
  ['percent', 'per cent'],
] as const;

const RESTS = [
  ['0', 'no, send each'],
  ['1', 'for a day'],
  ['7', 'for a week'],
  ['30', 'for 30 days'],
] as const;

interface AlertModalProps {
  product: Pick<ProductDetail, 'id' | 'name' | 'currentPrice' | 'offers'>;
  email: string;
  /** The price history of the last year. */
  past: CallState<PriceHistoryAnswer>;
  /** Called on close with the outcome; null when no alert was set. */
  onClose(outcome: AlertOutcome | null): void;
}

/** The price-alert modal: open, submitting, created. On failure the form stays open and shows the error. */
export function AlertModal({ product, email, past, onClose }: AlertModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const target = (product.currentPrice * DEFAULT_SHARE).toFixed(2);
  const form = useForm({ email, target, shop: '', drop: '', unit: 'dollars', rest: '0' });
  const [backInStock, setBackInStock] = useState(false);
  const [isYearLow, setYearLow] = useState(false);
  const [created, setCreated] = useState<AlertOutcome | null>(null);
  const [kind, setKind] = useState<(typeof KINDS)[number][0]>('target');
  const isTarget = kind === 'target';
  const { shop } = form.values;
  const offers = product.offers.toSorted((a, b) => certainty(a) - certainty(b));
  const shops = new Set(offers.map(({ retailer }) => retailer.name));
  const currentPrice =
    offers.find(({ retailer }) => retailer.name === shop)?.currentPrice ?? product.currentPrice;
  const year = past.status === 'success' ? yearAt(past.data, shop) : [];
  const prices = pricedPoints(year).map(({ priceCents }) => priceCents);
  const yearLow = prices[0] === undefined ? null : dollars(cents(Math.min(...prices)));
  useEffect(() => dialog.current?.showModal(), []);

  const set = async () => {
    const { drop, unit, rest } = form.values;
    const [outcome] = await Promise.all([
      setAlert({
        email: form.values.email.trim(),
        targetPrice: isTarget ? Number(form.values.target) : null,
        productId: product.id,
        shop: shop || null,
        smallestDrop:
          isTarget || !drop
            ? null
            : { amount: Number(drop), unit: unit === 'percent' ? 'percent' : 'dollars' },
        restDays: Number(rest),
        backInStock,
        yearLow: isTarget && isYearLow,
      }),
      new Promise((resolve) => setTimeout(resolve, SUBMIT_MS)),
    ]);
    if (outcome.state === 'failed') return form.fail(outcome.text);
    setCreated(outcome);
    setTimeout(() => dialog.current?.close(), CLOSE_MS);
  };

  return (
    <dialog ref={dialog} aria-label="Price alert" onClose={() => onClose(created)}>
      {created ? (
        <div ref={takeFocus} className="empty" role="status" tabIndex={-1}>
          {created.state === 'watching' ? (
            <span className="stamp tone-green">
              <Icon name="check" /> Alert set
            </span>
          ) : (
            <span className="stamp tone-yellow">Alert set, not active yet</span>
          )}
          <p>{created.text}</p>
        </div>
      ) : (
        <Form form={form.form} onSend={() => form.send(set)} isChecked>
          <div className="row spread">
            <h2>Price alert</h2>
            <button
              type="button"
              className="button quiet square"
              aria-label="Close"
              onClick={() => dialog.current?.close()}
            >
              <Icon name="close" />
            </button>
          </div>
          <p>
            {product.name}, now <strong>{plainText(currentPrice)}</strong>
            {shop && ` at ${shop}`}
          </p>
          <EmailField id="alert-email" required {...form.field('email')} />
          <fieldset>
            <legend className="field-label">Alert me at</legend>
            {KINDS.map(([value, text]) => (
              <label className="check" key={value}>
                <input
                  type="radio"
                  name="kind"
                  checked={kind === value}
                  onChange={() => setKind(value)}
                />
                {text}
              </label>
            ))}
          </fieldset>
          {isTarget && (
            <TargetField
              required={!isYearLow}
              disabled={isYearLow}
              max={currentPrice}
              {...form.field('target')}
              {...(isYearLow
                ? { value: yearLow?.toFixed(2) ?? '' }
                : { hint: previewText(Number(form.values.target), currentPrice, year) })}
            />
          )}
          <details>
            <summary>More choices</summary>
            <div className="stack tight">
              <SelectField
                id="alert-shop"
                label="Shop"
                value={shop}
                options={[
                  ['', 'any shop'],
                  ...[...shops].map((name) => [name, `only ${name}`] as const),
                ]}
                onValue={(name) => form.set({ shop: name })}
              />
              {isTarget && !isYearLow && yearLow !== null && yearLow < currentPrice && (
                <button
                  type="button"
                  className="chip figures"
                  onClick={() => form.set({ target: yearLow.toFixed(2) })}
                >
                  Its lowest of the past year: {plainText(yearLow)}
                </button>
              )}
              {isTarget && (
                <label className="check">
                  <input
                    type="checkbox"
                    checked={isYearLow}
                    onChange={(event) => setYearLow(event.target.checked)}
                  />
                  Its lowest of the past year, as the year moves on
                </label>
              )}
              {!isTarget && (
                <div className="row">
                  <TextField
                    id="alert-drop"
                    label="Smallest drop"
                    min="0.01"
                    max={form.values.unit === 'percent' ? 99 : currentPrice}
                    {...DOLLARS}
                    {...form.field('drop')}
                  />
                  <SelectField
                    id="alert-unit"
                    label="In"
                    value={form.values.unit}
                    options={UNITS}
                    onValue={(unit) => form.set({ unit })}
                  />
                </div>
              )}
              <SelectField
                id="alert-rest"
                label="After an alert, send only a further fall"
                value={form.values.rest}
                options={RESTS}
                onValue={(rest) => form.set({ rest })}
              />
              <label className="check">
                <input
                  type="checkbox"
                  checked={backInStock}
                  onChange={(event) => setBackInStock(event.target.checked)}
                />
                {isTarget
                  ? 'Only in stock, and again when it is back at the target price'
                  : 'Only in stock, and when it is back at any price'}
              </label>
            </div>
          </details>
          <FormMessage message={form.message} />
          <Submit form={form} busy="Setting…" label="Set alert" />
        </Form>
      )}
    </dialog>
  );
}

/** Replaces the pressed button, so it takes focus and is read out. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** '10% below today. You’d have had 4 alerts in the past year, the last on 3 May. The best price was $425.00.' */
function previewText(target: number, current: number, year: readonly OfferPoint[]): string {
  if (!(target > 0 && target <= current)) return '';
  const below = `${discountPercent(target, current)}% below today.`;
  return year.length === 0
    ? below
    : `${below} ${backTestAlert(year, toCents(target), Date.now()).text}`;
}

/** The best prices of the year at a shop, '' for any; empty without observed ones. */
function yearAt(past: PriceHistoryAnswer, shop: string): readonly OfferPoint[] {
  if (past.isEstimate) return [];
  if (!shop) return pricePoints(past);
  const lines = past.retailers.filter(({ retailer }) => retailer === shop);
  return lastingBestPrices(
    lines.map(({ points }) =>
      points.map(({ date, price }) => ({
        atMs: Date.parse(date),
        priceCents: price === null ? null : toCents(price),
      })),
    ),
  );
}
