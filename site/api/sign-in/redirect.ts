/** A redirect that nothing stores and that tells the next page nothing of this one's address. */
export function redirectTo(url: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({
    location: url,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 302, headers });
}
