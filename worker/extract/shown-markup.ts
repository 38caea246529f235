/** A page's HTML, and the part of it that shoppers see. */
export interface PageMarkup {
  body: string;
  shown: string;
}

/** What no shopper sees, from its opening tag on; comments as well. */
const UNSEEN_START = /<(?:script|style)[\s>/]|<!--/gi;

/**
 * The markup of a page without its scripts, styles and comments: half or less of most pages, and all that prints or links
 * anything. One that does not end takes the rest of the page, as in a browser.
 */
export function shownMarkup(body: string): string {
  let shown = '';
  let from = 0;
  UNSEEN_START.lastIndex = 0;
  for (let start = UNSEEN_START.exec(body); start; start = UNSEEN_START.exec(body)) {
    shown += body.slice(from, start.index);
    from = endOfUnseen(body, start.index, start[0]);
    UNSEEN_START.lastIndex = from;
  }
  return shown + body.slice(from);
}

function endOfUnseen(body: string, start: number, opening: string): number {
  if (opening === '<!--') return behind(body, '-->', start + opening.length);
  const name = /^<script/i.test(opening) ? 'script' : 'style';
  const close = closingTag(body, name, start + opening.length);
  return close === -1 ? body.length : behind(body, '>', close);
}

function closingTag(body: string, name: string, from: number): number {
  const close = body.indexOf(`</${name}`, from);
  if (close !== -1) return close;
  // Shouted tags are rare enough to be looked for only where there is no other.
  return body.indexOf(`</${name.toUpperCase()}`, from);
}

/** The index behind the next such text; the end of the page where there is none. */
function behind(body: string, text: string, from: number): number {
  const at = body.indexOf(text, from);
  return at === -1 ? body.length : at + text.length;
}
