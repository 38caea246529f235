import { z } from 'zod';
import { PublicError } from '#domain/errors.ts';
import type { DemoIdentity } from '../auth/demo-identity.ts';
import { SOCIAL_PROVIDERS, type SocialProviderId } from '../auth/identity-provider.ts';
import type { ApiServices } from '../core/services.ts';
import { toUser, user } from '../responses/user.ts';
import { NO_JSON, plainly, type Route, type RouteTable, route, success } from '../route.ts';
import { beginSocialSignIn } from '../sign-in/begin.ts';
import { finishAtCallback } from '../sign-in/callback.ts';
import { demoIdentityPage } from '../sign-in/demo-page.ts';
import { exchangeSocialToken } from '../sign-in/exchange.ts';
import { nonceCookie } from '../sign-in/nonce-cookie.ts';
import { redirectTo } from '../sign-in/redirect.ts';

const text = z.string().min(1).max(500);
const authorizationRequest = z.object({
  client_id: z.enum(SOCIAL_PROVIDERS),
  redirect_uri: z.url().max(500),
  state: text,
  nonce: text,
  code_challenge: text,
});

function begin(provider: SocialProviderId): Route {
  return route({
    summary: `Sends the browser to ${provider} to sign in`,
    access: 'public',
    answer: NO_JSON,
    async handle({ services, remoteAddress }) {
      await services.limits.social(remoteAddress);
      return plainly(await beginSocialSignIn(services, provider));
    },
  });
}

function callback(provider: SocialProviderId): Route {
  return route({
    summary: `Where ${provider} sends the browser back to`,
    access: 'public',
    answer: NO_JSON,
    async handle({ services, request, remoteAddress }) {
      await services.limits.social(remoteAddress);
      return plainly(await finishAtCallback(services, request));
    },
  });
}

/** Social sign-in (spec §4 and §7): two words, GET only; of better-auth's own calls only the callbacks. */
export const socialRoutes: RouteTable = {
  'GET /auth/google': begin('google'),
  'GET /auth/facebook': begin('facebook'),
  'GET /auth/provider/callback/google': callback('google'),
  'GET /auth/provider/callback/facebook': callback('facebook'),

  'POST /auth/social/exchange': route({
    summary:
      'A session for the token that /auth/callback was given: once, within 60 s, in the same browser',
    access: 'public',
    body: z.object({ token: z.string().min(1).max(2_000) }),
    answer: z.object({
      success: z.literal(true),
      data: z.object({ user, token: z.string() }),
    }),
    async handle({ services, request, body, remoteAddress }) {
      await services.limits.social(remoteAddress);
      const grant = await exchangeSocialToken(services, request, body.token, remoteAddress);
      return {
        ...success({ user: toUser(grant.user), token: grant.token }),
        headers: { 'set-cookie': nonceCookie(null, services.config.siteUrl) },
      };
    },
  }),

  'GET /demo-identity/authorize': route({
    summary: 'Development only: the page of the local identity provider',
    access: 'public',
    query: authorizationRequest,
    answer: NO_JSON,
    async handle({ services, query }) {
      demoOf(services);
      return plainly(await demoIdentityPage(query));
    },
  }),

  'GET /demo-identity/choose': route({
    summary: 'Development only: signs in as the chosen demo person',
    access: 'public',
    query: authorizationRequest.extend({ person: text.optional() }),
    answer: NO_JSON,
    async handle({ services, query: { person, ...request } }) {
      return plainly(redirectTo(demoOf(services).choose(request, person ?? null).href));
    },
  }),
};

function demoOf({ identities }: ApiServices): DemoIdentity {
  if (!identities.demo) throw new PublicError(404, 'unknown-call', 'There is no such call.');
  return identities.demo;
}
