import { html } from 'hono/html';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { type Html, page } from './page.ts';

/** What someone sees who followed a link in a mail and agreed: one sentence, and the way home. */
export function messagePage(message: string, status = 200): Promise<Response> {
  return withHeading(message, html`<p><a href="/">To the home page</a></p>`, status);
}

/** What someone sees who followed a link in a mail: what it would do, and the button that does it. */
export function questionPage(question: string, button: string, action: string): Promise<Response> {
  return withHeading(
    question,
    html`<form method="post" action="${action}"><button class="button primary">${button}</button></form>`,
  );
}

function withHeading(
  sentence: string,
  below: Html | Promise<Html>,
  status = 200,
): Promise<Response> {
  return page(
    sentence,
    html`<main class="wrap"><h1>${SITE_NAME}</h1><p>${sentence}</p>${below}</main>`,
    status,
  );
}
