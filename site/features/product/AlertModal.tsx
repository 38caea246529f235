import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toCents } from '#domain/money.ts';
import { discountPercent } from '#domain/prices/price-change.ts';
import type { PricePoint } from '#domain/prices/price-history.ts';
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

const DATE = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short' });

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

/** '10% below today. Would have fired 4 times in the past year, last on 3 May.' */
function previewText(target: number, current: number, history: KnownHistory): string {
  if (!(target > 0 && target <= current)) return '';
  const below = `${discountPercent(target, current)}% below today.`;
  if (history.status !== 'observed') return below;
  const { fired, lastAtMs } = backTest(history.points, toCents(target));
  if (lastAtMs === null) return `${below} The price did not fall this far in the past year.`;
  const times = fired === 1 ? 'once' : `${fired} times`;
  return `${below} Would have fired ${times} in the past year, last on ${DATE.format(lastAtMs)}.`;
}

/** What an alert would have done with the prices that were seen. */
interface BackTest {
  /** Times the price fell to the target or below it. */
  fired: number;
  lastAtMs: number | null;
}

/** Runs a target over a history (oldest first, each price holding until the next); a price already there at the start does not count. */
export function backTest(points: readonly PricePoint[], targetCents: number): BackTest {
  const hits = points.filter((point, index) => {
    const before = points[index - 1];
    return (
      before !== undefined && before.priceCents > targetCents && point.priceCents <= targetCents
    );
  });
  return { fired: hits.length, lastAtMs: hits.at(-1)?.atMs ?? null };
}
