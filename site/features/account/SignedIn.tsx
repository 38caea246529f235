import { useStore } from '@nanostores/react';
import { Fragment, type ReactNode, useEffect } from 'react';
import { signUpPath } from '#site/stores/free-searches.ts';
import { $session, restoreSession, type Session } from '#site/stores/session.ts';

type SignedInSession = Extract<Session, { status: 'signed-in' }>;

/** Shows its children to a signed-in shopper; a blank spinner while that is being found out, /login for others (spec §2). */
export function SignedIn({ children }: { children(session: SignedInSession): ReactNode }) {
  const session = useStore($session);
  useEffect(restoreSession, []);
  useEffect(() => {
    if (session.status === 'signed-out') location.replace(loginPath());
  }, [session.status]);
  if (session.status !== 'signed-in') return <Spinner />;
  // Another tab may sign in somebody else: nothing of the one before stays on the screen, or in its forms.
  return <Fragment key={`${session.user.id} ${session.token}`}>{children(session)}</Fragment>;
}

/** /login, and back to this page afterwards. */
export function loginPath(): string {
  return signUpPath(location.pathname + location.search);
}

/** The blank wait. */
export function Spinner() {
  return (
    <div className="wait" role="status">
      <div className="spinner" aria-hidden="true" />
      <span className="visually-hidden">Loading</span>
    </div>
  );
}
