import { html } from 'hono/html';
import { SITE_NAME } from '#domain/site-name.ts';
import { page } from './page.ts';

/** What someone sees who followed a link in a mail: one sentence, and the way home. */
export function messagePage(message: string): Promise<Response> {
  return page(
    message,
    html`<main class="wrap"><h1>${SITE_NAME}</h1><p>${message}</p><p><a href="/">To the home page</a></p></main>`,
  );
}
