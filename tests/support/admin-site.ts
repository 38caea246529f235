import { expect } from 'vitest';
import { promoteToOperator } from '#db/queries/accounts/users.ts';
import { createAdmin } from '#site/admin/admin-app.ts';
import type { HandleApi } from '#site/api/app.ts';
import { openBrowser, type SmallBrowser } from './small-browser.ts';
import type { TestApi } from './test-api.ts';

/** Who may sign in at a site that openAdminSite opened. */
export const OPERATOR = 'operator@example.com';
export const SHOPPER = 'shopper@example.com';
export const PASSWORD = 'gum-tree-77';

/** Puts /admin in front of an API, and registers an operator and a shopper there. */
export async function openAdminSite(base: TestApi): Promise<{ api: HandleApi }> {
  for (const email of [OPERATOR, SHOPPER]) {
    const body = { email, password: PASSWORD, name: 'Somebody' };
    expect((await base.call('POST', '/auth/register', { body })).status).toBe(201);
  }
  await promoteToOperator(base.services.em(), OPERATOR);
  return withAdmin(base);
}

/** The API and /admin as one function, as the server routes them. */
export function withAdmin({ api, services }: TestApi): { api: HandleApi } {
  const admin = createAdmin(services);
  return {
    api: (request, context) => {
      const isAdmin = /^\/admin(?:\/|$)/.test(new URL(request.url).pathname);
      return (isAdmin ? admin : api)(request, context);
    },
  };
}

/** The token of the forms on a page of /admin; empty where it has none. */
export async function formToken(browser: SmallBrowser, path: string): Promise<string> {
  const page = await (await browser.get(path)).text();
  return /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
}

/** Sends the sign-in form of /admin, and returns its answer. */
export async function signIn(
  browser: SmallBrowser,
  email = OPERATOR,
  password = PASSWORD,
): Promise<Response> {
  const csrf = await formToken(browser, '/admin/login');
  return browser.submit('/admin/login', { email, password, csrf });
}

/** A new browser that has sent the sign-in form. */
export async function signedIn(site: { api: HandleApi }, email = OPERATOR): Promise<SmallBrowser> {
  const browser = openBrowser(site);
  await signIn(browser, email);
  return browser;
}
