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
import { ApiError, errorText } from '#site/client/api-error.ts';
import { safeRedirect } from '#site/client/safe-redirect.ts';
import { type Intent, intentFor } from '#site/stores/intent.ts';
import { CodeField, EmailField, PasswordField, TextField } from '#site/ui/fields.tsx';
import { Form, FormMessage, Submit, useForm } from '#site/ui/form.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { plainText } from '#site/ui/price-text.ts';
import { AUTH_TEXTS, enter, useAuthForm } from './use-auth-form.ts';

/** /login: sign-in and sign-up, toggled in place (spec §2). */
export function LoginScreen() {
  const [query] = useState(() => new URLSearchParams(location.search));
  const [intent] = useState(() => intentFor(query.get('redirect')));
  const wanted = wantedProduct(query, intent);
  const form = useAuthForm(query);
  const { mode, values, field, isBusy, switchTo } = form;
  const isSignUp = mode === 'sign-up';
  const title = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focusing the heading announces the other form
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
        <p className="muted">{wanted.why ?? (isSignUp ? NEW_HERE : welcomeText(query))}</p>
      </header>
      {wanted.id && <WantedProduct id={wanted.id} />}
      <Form form={form.form} onSend={form.submit} isChecked>
        <FormMessage message={form.message} />
        {isSignUp && (
          <TextField
            id="name"
            label="Name"
            autoComplete="name"
            required
            maxLength={100}
            {...field('name')}
          />
        )}
        <EmailField id="email" required {...field('email')} />
        <PasswordField
          label="Password"
          autoComplete={isSignUp ? 'new-password' : 'current-password'}
          required
          aria-describedby={isSignUp ? 'checklist' : undefined}
          {...field('password')}
        />
        {isSignUp ? (
          <PasswordChecklist id="checklist" password={values.password} />
        ) : (
          <div>
            <button type="button" className="link-button" disabled={isBusy} onClick={form.forgot}>
              Forgot password?
            </button>
          </div>
        )}
        <Submit form={form} label={isSignUp ? 'Sign up' : 'Sign in'} />
      </Form>
      <div className="stack tight">
        <p className="or muted small">or</p>
        {PROVIDERS.map(({ id, name }) => (
          <a key={id} className="button" href={`/api/auth/${id}`}>
            <Icon name={id} /> Continue with {name}
          </a>
        ))}
      </div>
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

/** Tells shoppers from another page that they return there after signing in. */
function welcomeText(query: URLSearchParams): string {
  return safeRedirect(query.get('redirect'), location.origin) === '/'
    ? 'Welcome back. Your favourites and alerts are waiting.'
    : 'We’ll bring you straight back to where you were.';
}

const ENDING_CODES: ReadonlySet<string> = new Set(['too-many-codes', 'sign-in-again']);

interface CodeFormProps {
  /** The server's challenge after a correct password. */
  challenge: string;
  query: URLSearchParams;
  /** Returns to the first step; `why` is the server's reason for ending this one. */
  onLeave(why?: string): void;
}

/** The second step of a sign-in: a code of an authenticator app or a backup code. */
function CodeForm({ challenge, query, onLeave }: CodeFormProps) {
  const form = useForm({ code: '' });
  const json = { challenge, code: form.values.code };
  const open = async () => enter(await dataOf((api) => api.auth.login.code.$post({ json })), query);
  const submit = () => {
    if (!json.code.trim()) return form.fail('Enter the code.', 'code');
    return form.send(open, (cause) => {
      const text = errorText(cause, AUTH_TEXTS.other);
      if (cause instanceof ApiError && ENDING_CODES.has(cause.code)) onLeave(text);
      else form.refuse(text, cause);
    });
  };
  return (
    <div className="stack account-form code-step">
      <header className="stack tight">
        <h1 className="form-title">Enter your code</h1>
        <p className="muted">Your account asks for a second factor.</p>
      </header>
      <Form form={form.form} onSend={submit}>
        <FormMessage message={form.message} />
        <CodeField autoFocus {...form.field('code')} />
        <Submit form={form} label="Sign in" />
      </Form>
      <p className="account-toggle">
        <button type="button" className="link-button" onClick={() => onLeave()}>
          Start again
        </button>
      </p>
    </div>
  );
}

/** Why a guest with an action in mind signs in; in both modes. */
const REASONS = {
  alert: 'Sign in or sign up to set your price alert. We’ll bring you straight back.',
  watch: 'Sign in or sign up to watch this search. We’ll bring you straight back.',
  save: 'Sign in or sign up to save it to your favourites. We’ll bring you straight back.',
} as const;

/** The product that the guest wanted to open, save or watch, and why they sign in. */
function wantedProduct(query: URLSearchParams, intent: Intent | null) {
  const [, id, action] =
    /^\/product\/([\da-f-]{36})(?:\?do=(alert|save)$)?/.exec(query.get('redirect') ?? '') ?? [];
  const kind = intent?.watch ? 'watch' : intent?.alert ? 'alert' : 'save';
  const asked = intent ? kind : action;
  return { id: intent?.productId ?? id, why: asked && REASONS[asked as keyof typeof REASONS] };
}

/** A product in view while the guest signs in; nothing while loading. */
function WantedProduct({ id }: { id: string }) {
  const [product, setProduct] = useState<ProductDetail | null>(null);
  useEffect(() => {
    // The API client logs failures; the form works without the product.
    dataOf((api) => api.products[':id'].$get({ param: { id }, query: {} })).then(
      setProduct,
      () => undefined,
    );
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

/** The live checklist of sign-up; display only (spec §5). */
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
