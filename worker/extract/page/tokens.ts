import { decodedContent, decodedText } from './entities.ts';
import { endsName, type PageTag, readTag } from './tag.ts';

/** What is told of a page, in order. */
export interface PageListener {
  /** Within pictures and formulas `<title>` and its like are ordinary elements. */
  readonly isForeign: boolean;
  onopen(tag: PageTag): void;
  onclose(name: string): void;
  /** Entities are decoded. */
  ontext(text: string): void;
  oncomment(): void;
}

/** The content of these is text up to their closing tag, but for the first two without entities; `plaintext` has none. */
const RAW = new Set('title textarea iframe noembed noframes plaintext script style xmp'.split(' '));
const WITH_ENTITIES = new Set(['title', 'textarea']);

const TAG_END = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const COMMENT_END = /--!?>/g;
const CDATA = '[CDATA[';
const ENDS_NAME = /[ \t\n\f\r/>]/;

/**
 * Cuts a page at its tags as htmlparser2 does (page-tokens.test.ts holds it to that), which goes from character to character:
 * this goes from tag to tag, and reads each tag once however often the page repeats it.
 */
export function readTokens(body: string, listener: PageListener): void {
  const known = new Map<string, PageTag>();
  let at = 0;
  while (at < body.length) {
    const tag = body.indexOf('<', at);
    if (tag !== at) listener.ontext(decodedText(body.slice(at, tag === -1 ? body.length : tag)));
    if (tag === -1) return;
    const first = body.charCodeAt(tag + 1);
    if (isLetter(first)) at = opening(body, tag, known, listener);
    else if (first === SLASH) at = closing(body, tag + 2, listener);
    else if (first === BANG || first === QUESTION) at = declaration(body, tag + 1, listener);
    else {
      listener.ontext('<');
      at = tag + 1;
    }
  }
}

/** Tells of the opening tag at `start` and of its content where that is text; returns the index behind it. */
function opening(
  body: string,
  start: number,
  known: Map<string, PageTag>,
  listener: PageListener,
): number {
  // A tag that was met before ends at its first '>', in quotes or not: what begins with the same letters is the same.
  const markup = body.slice(start, body.indexOf('>', start) + 1);
  let tag = known.get(markup) ?? null;
  if (!tag) {
    tag = readTag(body, start);
    if (!tag) return body.length;
    if (tag.length === markup.length) known.set(markup, tag);
  }
  const isRaw = RAW.has(tag.name) && !listener.isForeign;
  const from = start + tag.length;
  listener.onopen(tag);
  if (!isRaw) return from;
  const to = endOfRaw(body, tag.name, from);
  const text = body.slice(from, to);
  if (text) listener.ontext(WITH_ENTITIES.has(tag.name) ? decodedContent(text, tag.name) : text);
  return to;
}

/** The index of the closing tag of that name; the end of the page where there is none. */
function endOfRaw(body: string, name: string, from: number): number {
  if (name === 'plaintext') return body.length;
  for (let at = body.indexOf('</', from); at !== -1; at = body.indexOf('</', at + 2)) {
    const end = at + 2 + name.length;
    if (body.slice(at + 2, end).toLowerCase() === name && ENDS_NAME.test(body.charAt(end)))
      return at;
  }
  return body.length;
}

/** Tells of the closing tag whose name is at `start`; returns the index behind it. */
function closing(body: string, start: number, listener: PageListener): number {
  const first = body.charCodeAt(start);
  if (first === TAG_END) return start + 1;
  if (isLetter(first)) {
    let end = start + 1;
    while (!endsName(body.charCodeAt(end))) end += 1;
    if (end < body.length) listener.onclose(body.slice(start, end).toLowerCase());
    return behind(body, '>', end);
  }
  if (start === body.length) listener.ontext('</');
  else listener.oncomment();
  return behind(body, '>', start);
}

/** Tells of the comment that begins with the '!' or '?' at `start`; a document's type is none. Returns the index behind it. */
function declaration(body: string, start: number, listener: PageListener): number {
  const from = start + 1;
  if (body.startsWith('!--', start)) {
    listener.oncomment();
    // "<!-->" and "<!--->" are whole comments.
    if (body.startsWith('>', start + 3)) return start + 4;
    if (body.startsWith('->', start + 3)) return start + 5;
    COMMENT_END.lastIndex = start + 3;
    return COMMENT_END.test(body) ? COMMENT_END.lastIndex : body.length;
  }
  if (body.startsWith(CDATA, from)) {
    const end = behind(body, ']]>', from + CDATA.length);
    if (listener.isForeign && body.startsWith(']]>', end - 3))
      listener.ontext(body.slice(from + CDATA.length, end - 3));
    else listener.oncomment();
    return end;
  }
  if (!/^doctype/i.test(body.slice(from, from + 7))) listener.oncomment();
  return behind(body, '>', from);
}

/** The index behind the next such text; the end of the page where there is none. */
function behind(body: string, text: string, from: number): number {
  const at = body.indexOf(text, from);
  return at === -1 ? body.length : at + text.length;
}

function isLetter(char: number): boolean {
  return (char >= 0x61 && char <= 0x7a) || (char >= 0x41 && char <= 0x5a);
}
