import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { toCents } from '#domain/money.ts';
import { backTestAlert } from '#domain/prices/best-price-series.ts';
import { discountPercent } from '#domain/prices/price-change.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import { type AlertOutcome, setAlert } from '#site/client/set-alert.ts';
import { EmailField, TargetField } from '#site/features/account/fields.tsx';
import { Form, FormMessage } from '#site/features/account/form.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { plainText } from '#site/ui/price-text.ts';
import type { CallState } from '#site/ui/use-call.ts';
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

interface AlertModalProps {
  product: { id: string; name: string; currentPrice: number };
  email: string;
  /** The price history of the last year. */
  past: CallState<PriceHistoryAnswer>;
  /** Called on close with the outcome; null when no alert was set. */
  onClose(outcome: AlertOutcome | null): void;
}

/** The price-alert modal: open, submitting, created. On failure the form stays open and shows the error. */
export function AlertModal({ product, email, past, onClose }: AlertModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<AlertOutcome | null>(null);
  const created = outcome?.state === 'failed' ? null : outcome;
  const [kind, setKind] = useState<(typeof KINDS)[number][0]>('target');
  const [target, setTarget] = useState((product.currentPrice * DEFAULT_SHARE).toFixed(2));
  useEffect(() => dialog.current?.showModal(), []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    const address = String(new FormData(event.currentTarget).get('email')).trim();
    setBusy(true);
    setOutcome(null);
    const targetPrice = kind === 'target' ? Number(target) : null;
    const [next] = await Promise.all([
      setAlert({ email: address, targetPrice, productId: product.id }),
      new Promise((resolve) => setTimeout(resolve, SUBMIT_MS)),
    ]);
    setBusy(false);
    setOutcome(next);
    if (next.state !== 'failed') setTimeout(() => dialog.current?.close(), CLOSE_MS);
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
        <Form onSend={submit} isChecked>
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
            {product.name}, now <strong>{plainText(product.currentPrice)}</strong>
          </p>
          <EmailField id="alert-email" required defaultValue={email} />
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
          {kind === 'target' && (
            <TargetField
              required
              max={product.currentPrice}
              value={target}
              hint={previewText(Number(target), product.currentPrice, past)}
              onValue={setTarget}
            />
          )}
          <FormMessage message={outcome && { text: outcome.text, tone: 'red' }} />
          <button type="submit" className="button primary" disabled={isBusy}>
            {isBusy ? 'Setting…' : 'Set alert'}
          </button>
        </Form>
      )}
    </dialog>
  );
}

/** Replaces the pressed button, so it takes focus and is read out. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** '10% below today. You’d have had 4 alerts in the past year, the last on 3 May. The best price was $425.' */
function previewText(target: number, current: number, past: AlertModalProps['past']): string {
  if (!(target > 0 && target <= current)) return '';
  const below = `${discountPercent(target, current)}% below today.`;
  if (past.status !== 'success' || past.data.isEstimate) return below;
  return `${below} ${backTestAlert(pricePoints(past.data), toCents(target), Date.now()).text}`;
}
