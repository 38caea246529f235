import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { type LinkPurpose, readLink } from '#db/runtime/signed-link.ts';
import { PublicError } from '#domain/errors.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { topic } from '../core/call.ts';
import type { ApiEnv } from '../core/env.ts';
import { type Html, page } from '../core/page.ts';
import type { ApiServices } from '../core/services.ts';

/** An invalid token must not fail validation: a person followed the link, so the refusal is a page. */
const query = z.object({
  token: z
    .string()
    .max(1_000)
    .catch('')
    .openapi({ type: 'string', description: "The token of the mail's link" }),
});

interface MailLink {
  summary: string;
  /** Of the token that the link carries. */
  purpose: LinkPurpose;
  question: string;
  button: string;
  /** Acts on the token's subject, idempotently. Returns false if it no longer exists. */
  act(services: ApiServices, subject: string): Promise<boolean>;
  done: string;
}

const TOO_LATE = 'This link is no longer valid. Please ask for a new one.';

/** The two calls of a link in a mail. Mail scanners follow links, so GET only shows a button and POST acts (RFC 8058). */
export function mailLink(path: `/${string}`, link: MailLink): OpenAPIHono<ApiEnv> {
  return topic()
    .page(`GET ${path}`, `Shows the button for POST: ${link.summary}`, {
      query,
      run: ({ env: { config }, query: { token } }) =>
        pageOf(() => {
          readLink(config.authSecret, link.purpose, token);
          const action = `/api${path}?token=${encodeURIComponent(token)}`;
          return sentencePage(
            link.question,
            html`<form method="post" action="${action}"><button class="button primary">${link.button}</button></form>`,
          );
        }),
    })
    .page(`POST ${path}`, link.summary, {
      query,
      run: ({ env, query: { token } }) =>
        pageOf(async () => {
          const isDone = await link.act(env, readLink(env.config.authSecret, link.purpose, token));
          return outcomePage(isDone ? link.done : TOO_LATE, isDone ? 200 : 410);
        }),
    });
}

/** Returns the page that `make` creates, or a page that states the refusal. */
async function pageOf(make: () => Promise<Response>): Promise<Response> {
  try {
    return await make();
  } catch (fault) {
    if (!(fault instanceof PublicError)) throw fault;
    return outcomePage(fault.message, fault.status);
  }
}

/** The page after the button was pressed, or of a refusal: one sentence and a link to the home page. */
function outcomePage(outcome: string, status: number): Promise<Response> {
  return sentencePage(
    outcome,
    html`<p><a class="button" href="/">To the home page</a></p>`,
    status,
  );
}

function sentencePage(sentence: string, below: Html, status = 200): Promise<Response> {
  return page(
    sentence,
    html`<main class="narrow page stack loose"><p class="h3">${SITE_NAME}</p><h1>${sentence}</h1>${below}</main>`,
    status,
  );
}
