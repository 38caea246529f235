import { html } from 'hono/html';
import { z } from 'zod';
import {
  type AuthorizationRequest,
  authorizationRequest,
  DEMO_PEOPLE,
} from '../auth/demo-identity.ts';
import type { SocialProviderId } from '../auth/identity-provider.ts';
import { topic } from '../core/call.ts';
import { unknownCall } from '../core/failures.ts';
import { page } from '../core/page.ts';
import type { ApiServices } from '../core/services.ts';
import { toUser } from '../responses/user.ts';
import {
  beginSocialSignIn,
  exchangeSocialToken,
  finishAtCallback,
  nonceCookie,
  redirectTo,
} from '../sign-in/social-sign-in.ts';
import { grant, signToken } from './auth.ts';

/** The two browser navigations of a provider. */
const providerRoutes = (provider: SocialProviderId) =>
  topic()
    .page(`GET /auth/${provider}`, `Sends the browser to ${provider} to sign in`, {
      async run({ env }) {
        await env.limits.social(env.remoteAddress);
        return beginSocialSignIn(env, provider);
      },
    })
    .page(`GET /auth/provider/callback/${provider}`, `Handles the return from ${provider}`, {
      async run({ env, c }) {
        await env.limits.social(env.remoteAddress);
        return finishAtCallback(env, c.req.raw);
      },
    });

/** Social sign-in (spec §4 and §7). Of better-auth's own calls, only the callbacks are exposed. */
export const socialRoutes = topic()
  .anyone(
    'POST /auth/social/exchange',
    'Exchanges the token of /auth/callback for a session, once',
    {
      body: z.object({ token: z.string().min(1).max(2_000) }),
      data: grant,
      async run({ env, body, c }) {
        await env.limits.social(env.remoteAddress);
        const { user, token } = await exchangeSocialToken(env, c.req.raw, body.token);
        c.header('set-cookie', nonceCookie(null, env.config.siteUrl));
        return { user: toUser(user), token: signToken(env, token) };
      },
    },
  )
  .page('GET /demo-identity/authorize', 'Development only: local sign-in page', {
    query: authorizationRequest,
    run({ env, query }) {
      demoOf(env);
      return demoIdentityPage(query);
    },
  })
  .page('GET /demo-identity/choose', 'Development only: signs in a demo person', {
    query: authorizationRequest.extend({
      person: z.string().min(1).max(500).optional().describe('The person to sign in as'),
    }),
    run: ({ env, query: { person, ...request } }) =>
      redirectTo(demoOf(env).choose(request, person ?? null).href),
  })
  .route('/', providerRoutes('google'))
  .route('/', providerRoutes('facebook'));

function demoOf({ identities }: ApiServices) {
  if (!identities.demo) throw unknownCall();
  return identities.demo;
}

/** The page "Choose who you are", which states that it is not Google or Facebook. */
function demoIdentityPage(request: AuthorizationRequest): Promise<Response> {
  const provider = request.client_id === 'google' ? 'Google' : 'Facebook';
  const link = (person?: string) =>
    `/api/demo-identity/choose?${new URLSearchParams({ ...request, ...(person && { person }) })}`;
  return page(
    'Demo identity',
    html`<main class="narrow page stack loose">
<header class="stack tight">
<p><span class="stamp">Demo</span></p>
<h1>Choose who you are</h1>
<p class="lead">${provider} sign-in isn’t set up on this site, so this page stands in for it: pick a test person. Nobody is
asked for a password, and nothing leaves this machine.</p>
</header>
<ul class="plain-list stack">
${DEMO_PEOPLE.map(
  ({ id, name, email, emailVerified }) => html`<li><a class="card demo-person" href="${link(id)}">
<strong>Continue as ${name}</strong>
<span class="muted small">${email}${emailVerified ? '' : ' (address not verified)'}</span></a></li>`,
)}
</ul>
<p><a class="button quiet" href="${link()}">Cancel</a></p>
</main>`,
  );
}
