import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { PublicError } from '#domain/errors.ts';
import { forAnyone, topic } from '../core/call.ts';
import type { ApiEnv } from '../core/env.ts';
import { messagePage, questionPage } from '../core/page.ts';
import type { ApiServices } from '../core/services.ts';

/** What is no token of ours is told by the page, like any other: someone has clicked it. */
const query = z.object({ token: z.string().max(1_000).catch('').openapi({ type: 'string' }) });

/** What a link in a mail does, once the one who reads it has agreed. */
export interface MailLink<Subject> {
  /** What the call does, for the list of calls. */
  summary: string;
  /** What the token is about. Throws PublicError 400 when it is not ours, or for something else. */
  read(secret: string, token: string): Subject;
  question: string;
  button: string;
  /** Does it, however often. False when there is nothing (any more) that it could be done to. */
  act(services: ApiServices, subject: Subject): Promise<boolean>;
  done: string;
}

const TOO_LATE = 'This link is no longer valid. Please ask for a new one.';

/**
 * The two calls of a link in a mail. GET changes nothing, as programs that scan mails follow every link; its page has
 * one button, which sends POST. So does the one click of a mail program (RFC 8058).
 */
export function mailLink<Subject>(
  path: `/${string}`,
  link: MailLink<Subject>,
): OpenAPIHono<ApiEnv> {
  return topic()
    .openapi(
      forAnyone(`GET ${path}`, `Asks before what POST does: ${link.summary}`, { query }),
      ({ env: { config }, req }) =>
        pageOf(() => {
          const { token } = req.valid('query');
          link.read(config.authSecret, token);
          const action = `/api${path}?token=${encodeURIComponent(token)}`;
          return questionPage(link.question, link.button, action);
        }),
    )
    .openapi(forAnyone(`POST ${path}`, link.summary, { query }), ({ env, req }) =>
      pageOf(async () => {
        const subject = link.read(env.config.authSecret, req.valid('query').token);
        const isDone = await link.act(env, subject);
        return messagePage(isDone ? link.done : TOO_LATE, isDone ? 200 : 410);
      }),
    );
}

/** The page that `make` draws; a refusal is a page too, as a person reads it and no program. */
async function pageOf(make: () => Promise<Response>): Promise<Response> {
  try {
    return await make();
  } catch (fault) {
    if (!(fault instanceof PublicError)) throw fault;
    return messagePage(fault.message, fault.status);
  }
}
