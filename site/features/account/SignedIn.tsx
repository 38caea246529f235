import { useStore } from '@nanostores/react';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Spinner } from '#site/layouts/Spinner.tsx';
import { loginPath } from '#site/stores/free-searches.ts';
import { $session, restoreSession, type Session } from '#site/stores/session.ts';
import { EmptyPanel } from '#site/ui/panels.tsx';

type SignedInSession = Extract<Session, { status: 'signed-in' }>;

/** Shows its children to signed-in shoppers, a blank spinner while loading, and redirects others to /login (spec §2). */
export function SignedIn({ children }: { children(session: SignedInSession): ReactNode }) {
  const session = useStore($session);
  useEffect(restoreSession, []);
  const wasSignedIn = useRef(false);
  if (session.status === 'signed-in') wasSignedIn.current = true;
  useEffect(() => {
    if (session.status === 'signed-out' && !wasSignedIn.current) location.replace(loginPath());
  }, [session.status]);
  if (session.status === 'signed-in') {
    // Another tab may sign in another person: the key resets the screen and its forms.
    return <Fragment key={`${session.user.id} ${session.token}`}>{children(session)}</Fragment>;
  }
  if (session.status !== 'signed-out' || !wasSignedIn.current) return <Spinner />;
  return (
    <EmptyPanel
      title="You are signed out"
      text="Your session has ended. Sign in again to carry on here."
      action="Sign in"
      href={loginPath()}
    />
  );
}
