import { takeTicket } from '#db/queries/accounts/sign-in.ts';
import { PublicError } from '#domain/errors.ts';
import type { ApiServices } from '../core/services.ts';
import { readNonce } from './nonce-cookie.ts';
import { readSocialToken } from './social-token.ts';
import { welcome } from './welcome.ts';

/** A session for the token of a social sign-in. Throws PublicError 400 unless it is ours, fresh, unused and of this browser. */
export async function exchangeSocialToken(
  services: ApiServices,
  request: Request,
  token: string,
  remoteAddress: string,
) {
  const { jti } = await readSocialToken(services.config.authSecret, token, readNonce(request));
  const userId = await takeTicket(services.em(), jti);
  if (!userId) {
    throw new PublicError(400, 'token-error', 'OAuth login failed. Please try again.');
  }
  const { internalAdapter } = await services.auth.$context;
  const session = await internalAdapter.createSession(userId);
  const user = await welcome(services, userId, remoteAddress);
  return { user, token: session.token };
}
