import { useStore } from '@nanostores/react';
import { type FormEvent, useState } from 'react';
import { createAlert } from '#site/client/calls/alerts.ts';
import type { SearchProduct } from '#site/client/calls/search.ts';
import { audText } from '#site/client/price-text.ts';
import { $session } from '#site/stores/session.ts';
import { TextField } from '../account/TextField.tsx';
import { Icon } from '../shared/Icon.tsx';

/** Spec §5, search price alert. */
const SIGN_IN_FIRST = 'Please sign in to set price alerts';
const BOTH_NEEDED = 'Please enter your email and target price';

interface AlertPanelProps {
  query: string;
  /** The cheapest offer: the alert watches its product. */
  best: SearchProduct;
}

/** The price-alert panel of a search: open or closed. */
export function AlertPanel({ query, best }: AlertPanelProps) {
  const session = useStore($session);
  const [isOpen, setOpen] = useState(false);
  const [message, setMessage] = useState<{ text: string; isFine: boolean } | null>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email')).trim();
    const target = String(form.get('target')).replace(/[$,\s]/g, '');
    const targetPrice = Number(target);
    if (session.status !== 'signed-in') {
      setMessage({ text: SIGN_IN_FIRST, isFine: false });
    } else if (!email || target === '' || !(targetPrice >= 0)) {
      setMessage({ text: BOTH_NEEDED, isFine: false });
    } else if (targetPrice > best.currentPrice) {
      // The bounds of the alert modal: the server keeps to them, and would refuse behind a message of success.
      const text = `Please enter a target price of ${audText(best.currentPrice)} or less`;
      setMessage({ text, isFine: false });
    } else {
      // What the shopper sees never waits for the server; a failure is logged by the caller of the API.
      createAlert({ email, targetPrice, productId: best._id }).catch(() => undefined);
      const text = `Alert set: we will write to ${email} when ${best.name} costs ${audText(targetPrice)} or less.`;
      setMessage({ text, isFine: true });
    }
  };

  return (
    <div className="alert-panel">
      <button
        type="button"
        className="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="bell" /> Price alert
      </button>
      {isOpen && (
        <form className="card stack tight" noValidate onSubmit={submit}>
          <p className="strong">Tell me when “{query}” gets cheaper</p>
          <TextField
            id="alert-email"
            label="E-mail"
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={session.status === 'signed-in' ? session.user.email : ''}
          />
          <TextField
            id="alert-target"
            label="Target price in dollars"
            name="target"
            inputMode="decimal"
            className="input figures"
            placeholder={(best.currentPrice * 0.9).toFixed(2)}
          />
          <p role="status" className={`toned ${message?.isFine ? 'tone-green' : 'tone-red'}`}>
            {message?.text}
          </p>
          <button type="submit" className="button primary">
            Set alert
          </button>
        </form>
      )}
    </div>
  );
}
