/* /auth/callback: removes the token from the address bar, then exchanges it for a session (spec §4). */
import { dataOf } from '#site/client/api.ts';
import { challengeOf, keepChallenge } from '#site/client/challenge.ts';
import { signIn } from '#site/stores/session.ts';

async function finish(): Promise<string> {
  const params = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname);
  if (params.has('error')) return '/login?error=oauth_error';
  const token = params.get('token');
  if (!token) return '/login';
  try {
    const grant = await dataOf((api) => api.auth.social.exchange.$post({ json: { token } }));
    signIn(grant.user, grant.token);
    return '/';
  } catch (fault) {
    const challenge = challengeOf(fault);
    if (challenge) {
      keepChallenge(challenge);
      return '/login';
    }
    // Without the token; the login screen shows the message.
    console.error('[social-login]', fault instanceof Error ? fault.message : fault);
    return '/login?error=token_error';
  }
}

location.replace(await finish());
