import { useStore } from '@nanostores/react';
import { type FormEvent, useState } from 'react';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { bodyOf } from '#site/client/api.ts';
import { $session } from '#site/stores/session.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { audText } from '#site/ui/price-text.ts';
import { TextField } from '../account/TextField.tsx';

/** Spec §5, search price alert. */
const SIGN_IN_FIRST = 'Please sign in to set price alerts';
const BOTH_NEEDED = 'Please enter your email and target price';

/** What the form says: at a field that is empty, or below both. */
interface Said {
  text: string;
  at?: 'email' | 'target';
  isFine?: boolean;
}

interface AlertPanelProps {
  query: string;
  /** The cheapest offer: the alert watches its product. */
  best: SearchProduct;
}

/** The price-alert panel of a search: open or closed. */
export function AlertPanel({ query, best }: AlertPanelProps) {
  const session = useStore($session);
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const saidAt = (at?: Said['at']) => (said?.at === at ? said?.text : '');

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const email = String(values.get('email')).trim();
    const target = String(values.get('target'));
    if (session.status !== 'signed-in') {
      setSaid({ text: SIGN_IN_FIRST });
      return;
    }
    if (!email || !target) {
      const at = email ? 'target' : 'email';
      setSaid({ at, text: BOTH_NEEDED });
      form.querySelector<HTMLElement>(`[name=${at}]`)?.focus();
      return;
    }
    const targetPrice = Number(target);
    // What the shopper sees never waits for the server; a failure is logged by the caller of the API.
    bodyOf((api) => api.alerts.$post({ json: { email, targetPrice, productId: best._id } })).catch(
      () => undefined,
    );
    const text = `Alert set: we will write to ${email} when ${best.name} costs ${audText(targetPrice)} or less.`;
    setSaid({ text, isFine: true });
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
        <form className="card stack tight" onSubmit={submit}>
          <p className="strong">Tell me when “{query}” gets cheaper</p>
          <TextField
            id="alert-email"
            label="E-mail"
            name="email"
            type="email"
            autoComplete="email"
            fault={saidAt('email')}
            defaultValue={session.status === 'signed-in' ? session.user.email : ''}
          />
          <TextField
            id="alert-target"
            label="Target price in dollars"
            name="target"
            type="number"
            inputMode="decimal"
            min="0"
            // As in the alert modal: the server keeps to it, and would refuse behind a message of success.
            max={best.currentPrice}
            step="0.01"
            className="input figures"
            fault={saidAt('target')}
            placeholder={(best.currentPrice * 0.9).toFixed(2)}
          />
          <p role="status" className={`toned tone-${said?.isFine ? 'green' : 'red'}`}>
            {saidAt()}
          </p>
          <button type="submit" className="button primary">
            Set alert
          </button>
        </form>
      )}
    </div>
  );
}
