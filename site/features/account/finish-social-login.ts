/* /auth/callback: removes the token from the address bar, then exchanges it for a session (spec §4). */
import { dataOf } from '#site/client/api.ts';
import { challengeOf, keepChallenge } from '#site/client/challenge.ts';
import { safeRedirect } from '#site/client/safe-redirect.ts';
import { signUpPath } from '#site/stores/free-searches.ts';
import { keptIntent } from '#site/stores/intent.ts';
import { signIn } from '#site/stores/session.ts';
import { fulfilIntent } from './fulfil-intent.ts';

/** The path of /login that still does what a guest asked for. */
function loginAgain(error?: 'oauth_error' | 'token_error'): string {
  const intent = keptIntent();
  const path = intent ? signUpPath(intent.returnTo) : '/login';
  return error ? `${path}${intent ? '&' : '?'}error=${error}` : path;
}

async function finish(): Promise<string> {
  const params = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname);
  if (params.has('error')) return loginAgain('oauth_error');
  const token = params.get('token');
  if (!token) return loginAgain();
  try {
    const grant = await dataOf((api) => api.auth.social.exchange.$post({ json: { token } }));
    signIn(grant.user, grant.token);
    return safeRedirect(await fulfilIntent(), location.origin);
  } catch (fault) {
    const challenge = challengeOf(fault);
    if (challenge) {
      keepChallenge(challenge);
      return loginAgain();
    }
    // Without the token; the login screen shows the message.
    console.error('[social-login]', fault instanceof Error ? fault.message : fault);
    return loginAgain('token_error');
  }
}

location.replace(await finish());
