import { endOfString, parseJson } from '#domain/text/parse-json.ts';

const MARKER = 'ld+json';
const BLOCK_LIMIT_CHARS = 4_000_000;
const BLOCK_LIMIT = 60;

/** The parsed JSON-LD blocks of a page, in page order. Broken blocks are mended where their meaning is plain, else left out. */
export function readJsonLd(body: string): unknown[] {
  const blocks: unknown[] = [];
  let from = 0;
  for (let count = 0; count < BLOCK_LIMIT; count += 1) {
    const at = nextMarker(body, from);
    if (at === -1) break;
    const open = body.indexOf('>', at);
    if (open === -1) break;
    from = open + 1;
    if (!isScriptTag(body, at, open)) continue;
    const close = closingTag(body, from);
    const text = body.slice(from, close);
    from = close;
    if (text.length > BLOCK_LIMIT_CHARS) continue;
    const parsed = parseBlock(text);
    if (parsed !== undefined) blocks.push(parsed);
  }
  return blocks;
}

/** By the marker's rarest character, for which a page is passed over several times as fast as for its first. */
function nextMarker(body: string, from: number): number {
  let rare = body.indexOf('+json', from);
  while (rare !== -1 && !body.startsWith(MARKER, rare - 2)) rare = body.indexOf('+json', rare + 1);
  return rare === -1 ? -1 : rare - 2;
}

function isScriptTag(body: string, at: number, open: number): boolean {
  const start = body.lastIndexOf('<', at);
  return (
    start !== -1 && /^<script[\s/]/i.test(body.slice(start, start + 8)) && open - start < 2_000
  );
}

function closingTag(body: string, from: number): number {
  const close = body.indexOf('</script', from);
  if (close !== -1) return close;
  const shouted = body.indexOf('</SCRIPT', from);
  return shouted === -1 ? body.length : shouted;
}

function parseBlock(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // Commented CDATA, entities, raw line breaks, trailing commas: the shop's template is broken, not its meaning.
    return repairJson(text);
  }
}

/**
 * Parses JSON that a shop's template broke: comments and CDATA around it, HTML entities for quotes, raw control characters in
 * strings, trailing commas, stray backslashes, a second object behind it. Undefined when it is none of these.
 */
export function repairJson(raw: string): unknown {
  const text = raw.replace(/<!\[CDATA\[|\]\]>/g, '');
  const start = text.search(/[[{]/);
  // Anything but comment marks or a BOM before the first bracket means a block that is not what it claims to be.
  if (start === -1 || text.slice(0, start).replace(/\/\*|\*\/|\/\/|<!--|\s|\ufeff|;/g, '') !== '')
    return undefined;
  const core = text.slice(start);
  const unquoted = /&(?:quot|#0?34|#x22);/i.test(core)
    ? core.replace(/&(?:quot|#0?34|#x22);/gi, '"').replaceAll('&amp;', '&')
    : core;
  for (const candidate of [core, unquoted]) {
    try {
      return parseJson(tidied(candidate));
    } catch {
      // The next, deeper repair is tried.
    }
  }
  return undefined;
}

/**
 * The text up to where its first bracket closes, without comments and trailing commas, its strings mended. By hand: on megabytes with
 * an unclosed quote a pattern would overflow V8's own stack and end the process.
 */
function tidied(text: string): string {
  let kept = '';
  // Space and commas since the last value: a closing bracket takes their place.
  let pending = '';
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"') {
      const end = endOfString(text, at);
      if (end === -1) return kept;
      kept += pending + mendedString(text.slice(at, end + 1));
      pending = '';
      at = end;
    } else if (char === '/' && (text[at + 1] === '*' || text[at + 1] === '/')) {
      const close = text[at + 1] === '*' ? '*/' : '\n';
      const end = text.indexOf(close, at + 2);
      if (end === -1) return kept;
      at = end + close.length - 1;
    } else if (char === ',' || char <= ' ' || char === '\u00a0')
      pending += char === ',' ? char : ' ';
    else {
      if (char === '{' || char === '[') depth += 1;
      const isEnd = char === '}' || char === ']';
      if (isEnd) depth -= 1;
      kept += isEnd ? char : pending + char;
      pending = '';
      if (depth === 0) return kept;
    }
  }
  return kept;
}

/** Line breaks and other control characters that stand raw in a string are escaped, and so are backslashes that escape nothing. */
function mendedString(quoted: string): string {
  return quoted
    .replace(/\\([\s\S])/g, (pair, char: string) =>
      /["\\/bfnrtu]/.test(char) ? pair : `\\${pair}`,
    )
    .replace(/\p{Cc}/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
