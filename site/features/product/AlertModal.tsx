import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toCents } from '#domain/money.ts';
import { backTestAlert } from '#domain/prices/best-price-series.ts';
import { discountPercent } from '#domain/prices/price-change.ts';
import { bodyOf } from '#site/client/api.ts';
import { TextField } from '#site/features/account/TextField.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { plainText } from '#site/ui/price-text.ts';
import type { KnownHistory } from './use-price-history.ts';

/** The submit is as long as specified (spec §4, §9), whatever the server takes. */
const SUBMIT_MS = 1_000;
const CLOSE_MS = 2_000;
/** The target a shopper starts from (spec §5). */
const DEFAULT_SHARE = 0.9;

interface AlertModalProps {
  product: { id: string; name: string; currentPrice: number };
  email: string;
  history: KnownHistory;
  onClose(): void;
}

/** The price-alert modal: open, submitting, created. */
export function AlertModal({ product, email, history, onClose }: AlertModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [state, setState] = useState<'open' | 'submitting' | 'created'>('open');
  const [kind, setKind] = useState<'target' | 'any-drop'>('target');
  const [target, setTarget] = useState((product.currentPrice * DEFAULT_SHARE).toFixed(2));
  useEffect(() => dialog.current?.showModal(), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get('email')).trim();
    setState('submitting');
    const targetPrice = kind === 'target' ? Number(target) : null;
    // What the shopper sees never waits for the server; a failure is logged by the caller of the API.
    bodyOf((api) =>
      api.alerts.$post({ json: { email: address, targetPrice, productId: product.id } }),
    ).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, SUBMIT_MS));
    setState('created');
    setTimeout(() => dialog.current?.close(), CLOSE_MS);
  };

  return (
    <dialog ref={dialog} aria-label="Price alert" onClose={onClose}>
      {state === 'created' ? (
        <div ref={takeFocus} className="empty" role="status" tabIndex={-1}>
          <span className="stamp tone-green">
            <Icon name="check" /> Alert set
          </span>
          <p>We will write when the price gets there.</p>
        </div>
      ) : (
        <form className="stack" onSubmit={(event) => void submit(event)}>
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
          <TextField
            id="alert-email"
            label="E-mail"
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={email}
          />
          <fieldset>
            <legend className="field-label">Alert me at</legend>
            <label className="check">
              <input
                type="radio"
                name="kind"
                checked={kind === 'target'}
                onChange={() => setKind('target')}
              />
              A target price
            </label>
            <label className="check">
              <input
                type="radio"
                name="kind"
                checked={kind === 'any-drop'}
                onChange={() => setKind('any-drop')}
              />
              Any price drop
            </label>
          </fieldset>
          {kind === 'target' && (
            <TextField
              id="alert-target"
              label="Target price in dollars"
              type="number"
              inputMode="decimal"
              className="input figures"
              required
              min="0"
              max={product.currentPrice}
              step="0.01"
              value={target}
              hint={previewText(Number(target), product.currentPrice, history)}
              onValue={setTarget}
            />
          )}
          <button type="submit" className="button primary" disabled={state === 'submitting'}>
            {state === 'submitting' ? 'Setting…' : 'Set alert'}
          </button>
        </form>
      )}
    </dialog>
  );
}

/** The button that was pressed is gone: what came instead is read out. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** '10% below today. Would have fired 4 times in the last year, best $425, last on 3 May.' */
function previewText(target: number, current: number, { state, points }: KnownHistory): string {
  if (!(target > 0 && target <= current)) return '';
  const below = `${discountPercent(target, current)}% below today.`;
  const isSeen = state.status === 'success' && !state.data.isEstimate;
  return isSeen ? `${below} ${backTestAlert(points, toCents(target)).text}` : below;
}
