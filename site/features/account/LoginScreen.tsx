import { useEffect, useRef, useState } from 'react';
import {
  CHECKLIST_MAX,
  CHECKLIST_MIN,
  CHECKLIST_SYMBOLS,
  type PasswordCheck,
  passwordChecklist,
} from '#domain/account/password-rule.ts';
import { productPath } from '#domain/public-path.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { dataOf } from '#site/client/api.ts';
import { safeRedirect } from '#site/client/safe-redirect.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { plainText } from '#site/ui/price-text.ts';
import { CodeForm } from './CodeForm.tsx';
import { FormMessage } from './FormMessage.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** /login: sign-in and sign-up, toggled in place (spec §2). */
export function LoginScreen() {
  const [query] = useState(() => new URLSearchParams(location.search));
  const form = useAuthForm(query);
  const { mode, fields, setFields, isBusy, faultAt, switchTo, submit, forgot } = form;
  const isSignUp = mode === 'sign-up';
  const title = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other form is announced by its heading
  useEffect(() => {
    if (!isFirst.current) title.current?.focus();
    isFirst.current = false;
  }, [mode, form.challenge]);

  if (form.challenge) {
    return <CodeForm challenge={form.challenge} query={query} onLeave={form.startAgain} />;
  }
  return (
    <div className="stack account-form">
      <header className="stack tight">
        <h1 className="form-title" tabIndex={-1} ref={title}>
          {isSignUp ? 'Create your account' : 'Sign in'}
        </h1>
        <p className="muted">{isSignUp ? NEW_HERE : welcomeText(query)}</p>
      </header>
      <WantedProduct query={query} />
      <form
        className="stack"
        ref={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormMessage message={form.message} />
        {isSignUp && (
          <TextField
            id="name"
            name="name"
            label="Name"
            autoComplete="name"
            required
            maxLength={100}
            value={fields.name}
            fault={faultAt('name')}
            onValue={(name) => setFields({ ...fields, name })}
          />
        )}
        <TextField
          id="email"
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          required
          value={fields.email}
          fault={faultAt('email')}
          onValue={(email) => setFields({ ...fields, email })}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete={isSignUp ? 'new-password' : 'current-password'}
          required
          value={fields.password}
          fault={faultAt('password')}
          aria-describedby={isSignUp ? 'checklist' : undefined}
          onValue={(password) => setFields({ ...fields, password })}
        />
        {isSignUp ? (
          <PasswordChecklist id="checklist" password={fields.password} />
        ) : (
          <div>
            <button
              type="button"
              className="link-button"
              disabled={isBusy}
              onClick={() => void forgot()}
            >
              Forgot password?
            </button>
          </div>
        )}
        <button type="submit" className="button primary" disabled={isBusy} ref={form.submitButton}>
          {isBusy ? 'Processing...' : isSignUp ? 'Sign up' : 'Sign in'}
        </button>
      </form>
      <SocialButtons />
      <p className="account-toggle">
        {isSignUp ? 'Already have an account? ' : 'New here? '}
        <button
          type="button"
          className="link-button"
          onClick={() => switchTo(isSignUp ? 'sign-in' : 'sign-up')}
        >
          {isSignUp ? 'Sign in' : 'Create a free account'}
        </button>
      </p>
    </div>
  );
}

const NEW_HERE = 'Free. Unlimited searches, favourites and price alerts.';

/** Who was sent here from another page is told that the way leads back. */
function welcomeText(query: URLSearchParams): string {
  return safeRedirect(query.get('redirect'), location.origin) === '/'
    ? 'Welcome back. Your favourites and alerts are waiting.'
    : 'We’ll bring you straight back to where you were.';
}

/** The product that a guest is about to open, save or watch; nothing while it is loaded, or for another page. */
function WantedProduct({ query }: { query: URLSearchParams }) {
  const id = /^\/product\/([\da-f-]{36})/.exec(query.get('redirect') ?? '')?.[1];
  const [product, setProduct] = useState<ProductDetail | null>(null);
  useEffect(() => {
    if (!id) return;
    // Logged by the caller of the API; the form works without.
    dataOf((api) => api.products[':id'].$get({ param: { id } })).then(setProduct, () => undefined);
  }, [id]);
  if (!product) return null;
  return (
    <a className="card row wanted-product" href={productPath(product.id, product.name)}>
      <LazyImage src={product.imageUrl} alt="" eager sizes="4rem" />
      <span className="stack tight">
        <strong>{product.name}</strong>
        <span className="price">{plainText(product.currentPrice)}</span>
      </span>
    </a>
  );
}

const TEXTS: Record<PasswordCheck['id'], string> = {
  length: `${CHECKLIST_MIN} to ${CHECKLIST_MAX} characters`,
  letter: 'At least one letter',
  digit: 'At least one digit',
  symbol: `At least one symbol (only ${CHECKLIST_SYMBOLS} are supported)`,
};

/** The live checklist of sign-up; it shows and never blocks (spec §5). */
function PasswordChecklist({ id, password }: { id: string; password: string }) {
  return (
    <ul className="plain-list checklist small" id={id} aria-label="Password checklist">
      {passwordChecklist(password).map(({ id: check, passed }) => (
        <li key={check} className={passed ? 'toned tone-green' : 'muted'}>
          {passed ? <Icon name="check" /> : <span className="open-point" aria-hidden="true" />}
          <span className="visually-hidden">{passed ? 'Done: ' : 'Open: '}</span>
          <span>{TEXTS[check]}</span>
        </li>
      ))}
    </ul>
  );
}

const PROVIDERS = [
  { id: 'google', name: 'Google' },
  { id: 'facebook', name: 'Facebook' },
] as const;

/** The two social sign-ins: plain links, the server does the rest. */
function SocialButtons() {
  return (
    <div className="stack tight">
      <p className="or muted small">or</p>
      {PROVIDERS.map(({ id, name }) => (
        <a key={id} className="button" href={`/api/auth/${id}`}>
          <span className="tile tile-5" aria-hidden="true">
            {name.charAt(0)}
          </span>
          Continue with {name}
        </a>
      ))}
    </div>
  );
}
