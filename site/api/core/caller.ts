import { isForOperators } from '#db/queries/accounts/sign-in.ts';
import type { Caller } from '../route.ts';
import type { ApiServices } from './services.ts';

/** Who the bearer token speaks for; null without a token, or with one that is unknown or over. */
export async function callerOf(services: ApiServices, request: Request): Promise<Caller | null> {
  const authorization = request.headers.get('authorization');
  if (!authorization?.toLowerCase().startsWith('bearer ')) return null;
  if (isForOperators(authorization.slice('bearer '.length).trim())) return null;
  // Only the token counts: a cookie never signs an API call in.
  const session = await services.auth.api.getSession({ headers: new Headers({ authorization }) });
  if (!session) return null;
  const { id, email, name, role } = session.user;
  return { id, email, name, role: role === 'operator' ? 'operator' : 'user' };
}

/** The headers that carry the caller's token to better-auth. */
export function tokenHeaders(request: Request): Headers {
  return new Headers({ authorization: request.headers.get('authorization') ?? '' });
}
