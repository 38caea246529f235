import type { HandleApi } from '#site/api/app.ts';

/** A browser's cookies and nothing else: follows no redirect, runs no script. */
export interface SmallBrowser {
  cookies: Map<string, string>;
  get(path: string): Promise<Response>;
  post(path: string, body: unknown): Promise<Response>;
  /** Sends a form as a browser does from a page of the site; `headers` to say otherwise. */
  submit(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>;
}

/** A new browser in front of the API. `path` is a path of the site, or an absolute address of it. */
export function openBrowser(
  { api }: { api: HandleApi },
  origin = 'http://localhost:4321',
): SmallBrowser {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) {
      headers.set('cookie', Array.from(cookies, (pair) => pair.join('=')).join('; '));
    }
    const request = new Request(new URL(path, origin), { ...init, headers });
    const response = await api(request, { remoteAddress: '203.0.113.7' });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return {
    cookies,
    get: (path) => send(path, {}),
    post: (path, body) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    submit: (path, fields, headers = { 'sec-fetch-site': 'same-origin' }) =>
      send(path, { method: 'POST', headers, body: new URLSearchParams(fields) }),
  };
}

/** Where a redirect leads. Throws when the answer is none. */
export function targetOf(response: Response): URL {
  const location = response.headers.get('location');
  if (!location) throw new Error(`${response.status} is no redirect`);
  return new URL(location, 'http://localhost:4321');
}
