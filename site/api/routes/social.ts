import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { authorizationRequest } from '../auth/demo-identity.ts';
import type { SocialProviderId } from '../auth/identity-provider.ts';
import { call, ok, success, topic } from '../core/call.ts';
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
      call(`GET /auth/${provider}`, {
        summary: `Sends the browser to ${provider} to sign in`,
        access: 'public',
      }),
      async (c) => {
        const { services, remoteAddress } = c.env;
        await services.limits.social(remoteAddress);
        return beginSocialSignIn(services, provider);
      },
    )
    .openapi(
      call(`GET /auth/provider/callback/${provider}`, {
        summary: `Where ${provider} sends the browser back to`,
        access: 'public',
      }),
      async (c) => {
        const { services, remoteAddress } = c.env;
        await services.limits.social(remoteAddress);
        return finishAtCallback(services, c.req.raw);
      },
    );

/** Social sign-in (spec §4 and §7): two words, GET only; of better-auth's own calls only the callbacks. */
export const socialRoutes = topic()
  .route('/', providerRoutes('google'))
  .route('/', providerRoutes('facebook'))
  .openapi(
    call('POST /auth/social/exchange', {
      summary:
        'A session for the token that /auth/callback was given: once, within 60 s, in the same browser',
      access: 'public',
      body: z.object({ token: z.string().min(1).max(2_000) }),
      answer: ok(grant),
    }),
    async (c) => {
      const { services, remoteAddress } = c.env;
      await services.limits.social(remoteAddress);
      const { token: ticket } = c.req.valid('json');
      const { user, token } = await exchangeSocialToken(services, c.req.raw, ticket, remoteAddress);
      c.header('set-cookie', nonceCookie(null, services.config.siteUrl));
      return c.json(success({ user: toUser(user), token }), 200);
    },
  )
  .openapi(
    call('GET /demo-identity/authorize', {
      summary: 'Development only: the page of the local identity provider',
      access: 'public',
      query: authorizationRequest,
    }),
    (c) => {
      demoOf(c.env.services);
      return demoIdentityPage(c.req.valid('query'));
    },
  )
  .openapi(
    call('GET /demo-identity/choose', {
      summary: 'Development only: signs in as the chosen demo person',
      access: 'public',
      query: authorizationRequest.extend({ person: z.string().min(1).max(500).optional() }),
    }),
    (c) => {
      const { person, ...request } = c.req.valid('query');
      return redirectTo(demoOf(c.env.services).choose(request, person ?? null).href);
    },
  );

function demoOf({ identities }: ApiServices) {
  if (!identities.demo) throw unknownCall();
  return identities.demo;
}
