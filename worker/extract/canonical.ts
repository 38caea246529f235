/** Where the canonical link stands on a page without a marked head. */
const HEAD_CHARS = 50_000;

/** The address that the page's head calls canonical, found by byte search; null when it names none. */
export function canonicalOf(body: string): string | null {
  const end = body.indexOf('</head');
  const head = body.slice(0, end === -1 ? HEAD_CHARS : end);
  for (let at = head.indexOf('canonical'); at !== -1; at = head.indexOf('canonical', at + 9)) {
    const tag = body.slice(body.lastIndexOf('<', at), body.indexOf('>', at) + 1);
    if (/^<link\s[^>]*rel=["']?canonical/i.test(tag))
      return /href=["']([^"']+)/i.exec(tag)?.[1] ?? null;
  }
  return null;
}
