import { useState } from 'react';
import { Notice } from '../shared/Notice.tsx';
import { PasswordChecklist } from './PasswordChecklist.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SocialButtons } from './SocialButtons.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** /login: sign-in and sign-up, toggled in place (spec §2). */
export function LoginScreen() {
  const [query] = useState(() => new URLSearchParams(location.search));
  const { mode, fields, setFields, isBusy, message, switchTo, submit, forgot } = useAuthForm(query);
  const isSignUp = mode === 'sign-up';
  return (
    <div className="stack loose">
      <header className="stack tight">
        <h1 className="form-title">{isSignUp ? 'Create your account' : 'Sign in'}</h1>
        <p className="muted">
          {isSignUp
            ? 'Free. Unlimited searches, favourites and price alerts.'
            : 'Welcome back. Your favourites and alerts are waiting.'}
        </p>
      </header>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div aria-live="polite">
          {message && (
            <Notice tone={message.tone} icon={message.tone === 'red' ? 'alert' : 'check'}>
              {message.text}
            </Notice>
          )}
        </div>
        {isSignUp && (
          <div className="field">
            <label htmlFor="name">Name</label>
            <input
              id="name"
              className="input"
              autoComplete="name"
              required
              maxLength={100}
              value={fields.name}
              onChange={(event) => setFields({ ...fields, name: event.target.value })}
            />
          </div>
        )}
        <div className="field">
          <label htmlFor="email">E-mail</label>
          <input
            id="email"
            className="input"
            type="email"
            autoComplete="email"
            required
            value={fields.email}
            onChange={(event) => setFields({ ...fields, email: event.target.value })}
          />
        </div>
        <PasswordField
          label="Password"
          name="password"
          autoComplete={isSignUp ? 'new-password' : 'current-password'}
          required
          value={fields.password}
          onValue={(password) => setFields({ ...fields, password })}
        />
        {isSignUp ? (
          <PasswordChecklist password={fields.password} />
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
        <button type="submit" className="button primary" disabled={isBusy}>
          {isBusy ? 'Processing...' : isSignUp ? 'Sign up' : 'Sign in'}
        </button>
      </form>
      <SocialButtons />
      <p>
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
