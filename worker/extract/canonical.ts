/** Where the canonical link stands on a page without a marked head. */
const HEAD_CHARS = 50_000;
/** The longest tag looked at, to both sides of the word. */
const TAG_CHARS = 2_000;
const MENTIONS_LIMIT = 50;

/** The address that the page's head calls canonical, found by byte search; null when it names none. */
export function canonicalOf(body: string): string | null {
  const end = body.indexOf('</head');
  const head = body.slice(0, end === -1 ? HEAD_CHARS : end);
  let mentions = 0;
  for (
    let at = head.indexOf('canonical');
    at !== -1 && mentions < MENTIONS_LIMIT;
    at = head.indexOf('canonical', at + 9)
  ) {
    mentions += 1;
    const before = body.slice(Math.max(0, at - TAG_CHARS), at);
    const after = body.slice(at, at + TAG_CHARS);
    const tag = before.slice(before.lastIndexOf('<')) + after.slice(0, after.indexOf('>') + 1);
    if (/^<link\s[^>]*rel=["']?canonical/i.test(tag))
      return /href=["']([^"']+)/i.exec(tag)?.[1] ?? null;
  }
  return null;
}
