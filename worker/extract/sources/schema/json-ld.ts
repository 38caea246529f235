import { parseJson } from '#domain/text/parse-json.ts';
import { repairJson } from './json-repair.ts';

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
