import { canonicalOf } from './canonical.ts';
import type { PageMarkup } from './shown-markup.ts';

const HEAD_LIMIT_CHARS = 200_000;
const META_LIMIT = 200;
const HEADING_LIMIT_CHARS = 3_000;
const SCRIPTS_LIMIT_CHARS = 3_000_000;
const SHORTEST_STATE_CHARS = 200;
/** Products marked up in the body speak too: such a page is read in full. */
const BODY_MARKUP = ['itemprop="price', 'itemprop="offers', 'typeof="'];

/**
 * What a page says outside its visible body, as a small page of its own: titles, metas, the one heading, and the scripts that
 * could hold state. Null where it has no such script, not exactly one heading, or its products marked up in the body.
 */
export function sketchPage({ body, shown }: PageMarkup): string | null {
  if (BODY_MARKUP.some((mark) => shown.includes(mark))) return null;
  const heading = onlyHeading(shown);
  const scripts = heading && stateScripts(body);
  return scripts ? `${headOf(body)}<body>${heading}${scripts}` : null;
}

/** The markup of the page's one heading; null when it has none, or several. */
export function onlyHeading(shown: string): string | null {
  const at = shown.indexOf('<h1');
  if (at === -1 || shown.indexOf('<h1', at + 3) !== -1) return null;
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
  for (
    let at = head.indexOf('<meta');
    at !== -1 && parts.length < META_LIMIT;
    at = head.indexOf('<meta', at + 5)
  ) {
    parts.push(tagAt(head, at));
  }
  const canonical = canonicalOf(head);
  if (canonical) parts.push(`<link rel="canonical" href="${canonical}">`);
  return parts.join('');
}

function tagAt(head: string, at: number): string {
  const end = at === -1 ? -1 : head.indexOf('>', at);
  return end === -1 ? '' : head.slice(at, end + 1);
}

/** Inline scripts that speak of a price; JSON-LD is read elsewhere. */
function stateScripts(body: string): string {
  let kept = '';
  for (let at = body.indexOf('<script'); at !== -1; at = body.indexOf('<script', at)) {
    const open = body.indexOf('>', at);
    const close = open === -1 ? -1 : body.indexOf('</script', open);
    if (close === -1) break;
    const text = body.slice(open + 1, close);
    const isState = text.length >= SHORTEST_STATE_CHARS && /pric/i.test(text);
    if (isState && !body.slice(at, open).includes('ld+json'))
      kept += `${body.slice(at, close)}</script>`;
    if (kept.length > SCRIPTS_LIMIT_CHARS) return '';
    at = close;
  }
  return kept;
}
