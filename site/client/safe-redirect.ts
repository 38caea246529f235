/** The target after signing in: `path` if it stays on this site, else '/'. */
export function safeRedirect(path: string | null, origin: string): string {
  if (!path?.startsWith('/') || !URL.canParse(path, origin)) return '/';
  const url = new URL(path, origin);
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
