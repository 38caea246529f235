import { html } from 'hono/html';
import { type AuthorizationRequest, DEMO_PEOPLE } from '../auth/demo-identity.ts';
import { page } from '../core/page.ts';

/** "Choose who you are": says plainly that it is neither Google nor Facebook. Works without script. */
export function demoIdentityPage(request: AuthorizationRequest): Promise<Response> {
  const provider = request.client_id === 'google' ? 'Google' : 'Facebook';
  const link = (person?: string) =>
    `/api/demo-identity/choose?${new URLSearchParams({ ...request, ...(person && { person }) })}`;
  return page(
    'Demo identity',
    html`<main class="narrow page stack loose">
<header class="stack tight">
<p><span class="stamp">Demo</span></p>
<h1>Choose who you are</h1>
<p class="lead">This is a local stand-in for ${provider}. No credentials of ${provider} are configured here, so nobody is
asked for a password and nothing leaves this machine.</p>
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
