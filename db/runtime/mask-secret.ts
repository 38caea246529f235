/* The printable form of an address with secrets. */

/** An address without its user, password, query and fragment: `postgres://***@db.example/shop`. Anything else: `(hidden)`. */
export function maskUrl(address: string): string {
  if (!URL.canParse(address)) return '(hidden)';
  const url = new URL(address);
  if (url.host === '') return `${url.protocol}(hidden)`;
  const user = url.username === '' && url.password === '' ? '' : '***@';
  return `${url.protocol}//${user}${url.host}${url.pathname}`;
}
