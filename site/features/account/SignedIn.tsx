import { useStore } from '@nanostores/react';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Spinner } from '#site/layouts/Spinner.tsx';
import { signUpPath } from '#site/stores/free-searches.ts';
import { $session, restoreSession, type Session } from '#site/stores/session.ts';
import { EmptyPanel } from '#site/ui/panels.tsx';

type SignedInSession = Extract<Session, { status: 'signed-in' }>;

/** Shows its children to a signed-in shopper; a blank spinner while that is being found out, /login for others (spec §2). */
export function SignedIn({ children }: { children(session: SignedInSession): ReactNode }) {
  const session = useStore($session);
  useEffect(restoreSession, []);
  const wasSignedIn = useRef(false);
  if (session.status === 'signed-in') wasSignedIn.current = true;
  useEffect(() => {
    if (session.status === 'signed-out' && !wasSignedIn.current) location.replace(loginPath());
  }, [session.status]);
  if (session.status === 'signed-out' && wasSignedIn.current) return <Ended />;
  if (session.status !== 'signed-in') return <Spinner />;
  // Another tab may sign in somebody else: nothing of the one before stays on the screen, or in its forms.
  return <Fragment key={`${session.user.id} ${session.token}`}>{children(session)}</Fragment>;
}

/** A session that ended while the page was open: the server no longer knows it. Nobody is sent away (answers: stale token). */
function Ended() {
  return (
    <EmptyPanel
      title="You are signed out"
      text="Your session has ended. Sign in again to carry on here."
      action="Sign in"
      href={loginPath()}
    />
  );
}

/** /login, and back to this page afterwards. */
export function loginPath(): string {
  return signUpPath(location.pathname + location.search + location.hash);
}
