/* Without a network: the service worker shows a page that says so, and nothing stale. */
import { expect } from 'vitest';
import { expectLogged } from '../support/logged-faults.ts';
import { sees } from '../support/page-steps.ts';
import { SITE, test } from '../support/shopper-test.ts';

test('a page that cannot be reached says so, and opens again once there is a network', async ({
  open,
}) => {
  const page = await open('/about', { serviceWorker: true });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const context = page.context();
  await context.setOffline(true);
  await page.goto(`${SITE}/faq`);
  await sees(page, 'No connection');
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toEqual(['/offline']);
  expectLogged(page, /ERR_INTERNET_DISCONNECTED/);
  const isRefused = await page.evaluate(() => fetch('/api/health').catch(() => 'refused'));
  expect(isRefused).toBe('refused');
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try Again' }).click();
  await page.waitForURL(`${SITE}/faq`);
  await sees(page, 'Questions, answered');
});
