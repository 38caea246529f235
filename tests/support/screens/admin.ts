import type { Cookie, Page } from 'playwright-core';
import type { ScreenState } from './state.ts';

/** The operator account of the browser tests. */
export const OPERATOR = { email: 'operator@example.com', password: 'gum-tree-77' };

let session: Promise<Cookie[]> | null = null;

/** Signs in once, because sign-in attempts are rate-limited. */
async function signIn(page: Page): Promise<void> {
  session ??= openSession(page);
  await page.context().addCookies(await session);
}

async function openSession(page: Page): Promise<Cookie[]> {
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(OPERATOR.email);
  await page.getByLabel('Password').fill(OPERATOR.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/admin');
  return page.context().cookies();
}

const SECTIONS = [
  ...[
    'retailers',
    'retailers/harbour',
    'new-shop',
    'runs',
    'quarantine',
    'refused',
    'matches',
    'shelves',
  ],
  ...['specials', 'outbox', 'keys', 'queues', 'errors', 'audit'],
];

/** States of the /admin pages; `ready` is a selector. */
export const ADMIN_STATES: readonly ScreenState[] = [
  { name: 'admin-login', path: '/admin/login', ready: 'form' },
  { name: 'admin', path: '/admin', before: signIn, ready: 'h1' },
  ...SECTIONS.map((section) => ({
    name: `admin-${section.replace('/', '-')}`,
    path: `/admin/${section}`,
    before: signIn,
    ready: section === 'queues' ? 'text=No workers' : 'h1',
  })),
];
