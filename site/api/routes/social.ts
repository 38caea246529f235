import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { authorizationRequest } from '../auth/demo-identity.ts';
import type { SocialProviderId } from '../auth/identity-provider.ts';
import { forAnyone, ok, success, topic } from '../core/call.ts';
import type { ApiEnv } from '../core/env.ts';
import { unknownCall } from '../core/failures.ts';
import type { ApiServices } from '../core/services.ts';
import { toUser } from '../responses/user.ts';
import { demoIdentityPage } from '../sign-in/demo-page.ts';
import {
  beginSocialSignIn,
  exchangeSocialToken,
  finishAtCallback,
  nonceCookie,
  redirectTo,
} from '../sign-in/social-sign-in.ts';
import { grant } from './auth.ts';

/** The two browser navigations of one provider. */
const providerRoutes = (provider: SocialProviderId): OpenAPIHono<ApiEnv> =>
  topic()
    .openapi(
      forAnyone(`GET /auth/${provider}`, `Sends the browser to ${provider} to sign in`, {}),
      async ({ env }) => {
        const { remoteAddress } = env;
        await env.limits.social(remoteAddress);
        return beginSocialSignIn(env, provider);
      },
    )
    .openapi(
      forAnyone(
        `GET /auth/provider/callback/${provider}`,
        `Where ${provider} sends the browser back to`,
        {},
      ),
      async ({ env, req }) => {
        const { remoteAddress } = env;
        await env.limits.social(remoteAddress);
        return finishAtCallback(env, req.raw);
      },
    );

/** Social sign-in (spec §4 and §7): two words, GET only; of better-auth's own calls only the callbacks. */
export const socialRoutes = topic()
  .route('/', providerRoutes('google'))
  .route('/', providerRoutes('facebook'))
  .openapi(
    forAnyone(
      'POST /auth/social/exchange',
      'A session for the token that /auth/callback was given: once, within 60 s, in the same browser',
      { body: z.object({ token: z.string().min(1).max(2_000) }), answer: ok(grant) },
    ),
    async ({ env, req, json, header }) => {
      const { remoteAddress } = env;
      await env.limits.social(remoteAddress);
      const { token: ticket } = req.valid('json');
      const { user, token } = await exchangeSocialToken(env, req.raw, ticket, remoteAddress);
      header('set-cookie', nonceCookie(null, env.config.siteUrl));
      return json(success({ user: toUser(user), token }), 200);
    },
  )
  .openapi(
    forAnyone(
      'GET /demo-identity/authorize',
      'Development only: the page of the local identity provider',
      { query: authorizationRequest },
    ),
    ({ env, req }) => {
      demoOf(env);
      return demoIdentityPage(req.valid('query'));
    },
  )
  .openapi(
    forAnyone('GET /demo-identity/choose', 'Development only: signs in as the chosen demo person', {
      query: authorizationRequest.extend({ person: z.string().min(1).max(500).optional() }),
    }),
    ({ env, req }) => {
      const { person, ...request } = req.valid('query');
      return redirectTo(demoOf(env).choose(request, person ?? null).href);
    },
  );

function demoOf({ identities }: ApiServices) {
  if (!identities.demo) throw unknownCall();
  return identities.demo;
}
