import { escapeHtml } from '#domain/text/escape-html.ts';

/** What XML 1.0 does not allow at all, escaped or not (§2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to drop
const FORBIDDEN = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

/** Text as it may stand between tags or in an attribute. */
export function xmlText(text: string): string {
  return escapeHtml(text.replace(FORBIDDEN, ''));
}

/** '<title>R&amp;D</title>' */
export function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}

/** A document, with its declaration, as `type`. */
export function xmlAnswer(document: string, type = 'application/xml'): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`, {
    headers: { 'content-type': `${type}; charset=utf-8` },
  });
}
