import { textOfBytes } from '../fetch/page-body.ts';
import { canonicalOf } from './canonical.ts';
import type { PageMarkup, PageScript } from './shown-markup.ts';

const HEAD_LIMIT_CHARS = 200_000;
const META_LIMIT = 200;
const HEADING_LIMIT_CHARS = 3_000;
const SCRIPTS_LIMIT_CHARS = 3_000_000;
const SHORTEST_STATE_CHARS = 200;
/** Products marked up in the body speak too: such a page is read in full. */
const BODY_MARKUP = /itemprop="(?:price|offers)|typeof="/;

/** What a page says outside its visible body. */
export interface PageSketch {
  /** A small page of its own: titles, metas, the one heading, and the tags of `scripts`, empty. */
  html: string;
  /** The code of the scripts that could hold state. */
  codes: string[];
}

/** The sketch of a page that was cut as a byte text; null where it has no such script, not exactly one heading, or its products marked up in the body. */
export function sketchPage(markup: PageMarkup): PageSketch | null {
  const { body, shown, scripts } = markup;
  const heading = onlyHeading(markup);
  const kept = heading === null ? null : stateScripts(scripts);
  if (!kept || BODY_MARKUP.test(shown)) return null;
  const tags = kept.map(({ tag }) => `${tag}</script>`).join('');
  const html = textOfBytes(`${headOf(body)}<body>${heading}${tags}`);
  return { html, codes: kept.map(({ code }) => textOfBytes(code)) };
}

/** The markup of the page's one heading; null when it has none, or several. */
export function onlyHeading({ shown, headings }: PageMarkup): string | null {
  const [at, second] = headings;
  if (at === undefined || second !== undefined) return null;
  const end = shown.slice(at, at + HEADING_LIMIT_CHARS).indexOf('</h1');
  return end === -1 ? null : `${shown.slice(at, at + end)}</h1>`;
}

/** The opening tag of the page, its title, metas and canonical link. */
function headOf(body: string): string {
  const end = body.indexOf('</head');
  const head = body.slice(0, end === -1 ? HEAD_LIMIT_CHARS : Math.min(end, HEAD_LIMIT_CHARS));
  const parts = [tagAt(head, head.indexOf('<html')) || '<html>'];
  const title = head.indexOf('<title');
  const titleEnd = head.indexOf('</title', title);
  if (title !== -1 && titleEnd !== -1) parts.push(`${head.slice(title, titleEnd)}</title>`);
  let at = head.indexOf('<meta');
  while (at !== -1 && parts.length < META_LIMIT) {
    const meta = tagAt(head, at);
    parts.push(meta);
    // Behind the tag: one that holds hundreds more would be taken as often.
    at = head.indexOf('<meta', at + Math.max(meta.length, 5));
  }
  const canonical = canonicalOf(head);
  if (canonical) parts.push(`<link rel="canonical" href="${canonical}">`);
  return parts.join('');
}

function tagAt(head: string, at: number): string {
  const end = at === -1 ? -1 : head.indexOf('>', at);
  return end === -1 ? '' : head.slice(at, end + 1);
}

const mayHoldState = ({ tag, code }: PageScript): boolean =>
  code.length >= SHORTEST_STATE_CHARS && /pric/i.test(code) && !tag.includes('ld+json');

/** Inline scripts that speak of a price; JSON-LD is read elsewhere. Null where they are too many, or none. */
function stateScripts(scripts: readonly PageScript[]): PageScript[] | null {
  const kept = scripts.filter(mayHoldState);
  const chars = kept.reduce((sum, { code }) => sum + code.length, 0);
  return kept.length === 0 || chars > SCRIPTS_LIMIT_CHARS ? null : kept;
}
