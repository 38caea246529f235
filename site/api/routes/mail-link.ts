import { z } from '@hono/zod-openapi';
import { PublicError } from '#domain/errors.ts';
import { messagePage, questionPage } from '../core/message-page.ts';
import type { ApiServices } from '../core/services.ts';
import { NO_JSON, plainly, type RouteAnswer, type RouteTable, route } from '../route.ts';

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
export function mailLink<Subject>(path: `/${string}`, link: MailLink<Subject>): RouteTable {
  return {
    [`GET ${path}`]: route({
      summary: `Asks before what POST does: ${link.summary}`,
      access: 'public',
      query,
      answer: NO_JSON,
      handle: ({ services, query: { token } }) =>
        toldOnAPage(() => {
          link.read(services.config.authSecret, token);
          const action = `/api${path}?token=${encodeURIComponent(token)}`;
          return questionPage(link.question, link.button, action);
        }),
    }),
    [`POST ${path}`]: route({
      summary: link.summary,
      access: 'public',
      query,
      answer: NO_JSON,
      handle: ({ services, query: { token } }) =>
        toldOnAPage(async () => {
          const subject = link.read(services.config.authSecret, token);
          const isDone = await link.act(services, subject);
          return messagePage(isDone ? link.done : TOO_LATE, isDone ? 200 : 410);
        }),
    }),
  };
}

/** A refusal is read by a person, not by a program. */
async function toldOnAPage(make: () => Promise<Response>): Promise<RouteAnswer> {
  try {
    return plainly(await make());
  } catch (fault) {
    if (!(fault instanceof PublicError)) throw fault;
    return plainly(await messagePage(fault.message, fault.status));
  }
}
