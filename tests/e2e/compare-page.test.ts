/*
 * Compare a shop's page: what a phone's share sheet, the bookmark and the form send leads to the product or to a search.
 */
import { expect } from 'vitest';
import { main, sees } from '../support/page-steps.ts';
import { findOffer } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';

const PRODUCT = /\/products\/breville-bambino-plus/;

test('the address of a shop’s page leads to the product with all shops', async ({ open }) => {
  const { productUrl } = await findOffer(SITE, 'bambino', 'Harbour Appliances');
  const page = await open('/compare');
  await page
    .getByLabel('Address of the page, barcode or name')
    .fill(`${productUrl}?utm_source=mail#reviews`);
  await main(page).getByRole('button', { name: 'Compare' }).click();
  await page.waitForURL(PRODUCT);
});

test('a page that no shop’s prices are known of is searched by its title, else by the words of its address; without any the page says what to do', async ({
  open,
}) => {
  const address = 'https://other.example/kitchen/delonghi-dedica-coffee-machine/p/8812';
  const shared = new URLSearchParams({
    title: 'Breville Bambino Plus | Other Shop',
    text: address,
  });
  const page = await open(`/compare?${shared}`);
  await page.waitForURL(/\/search\?q=Breville(\+|%20)Bambino(\+|%20)Plus$/);
  await page.goto(`/compare?url=${encodeURIComponent(address)}`);
  await page.waitForURL(/\/search\?q=delonghi(\+|%20)dedica(\+|%20)coffee(\+|%20)machine$/);
  // An address without words: the form stays.
  await page.goto('/compare?url=https%3A%2F%2Fshop.example%2F1');
  await sees(page, /We could not read a product in that/);
  await page.getByLabel('Address of the page, barcode or name').waitFor();
});

test('the app’s manifest sends shared pages here, and the bookmark its page’s address and title', async ({
  open,
}) => {
  const page = await open('/compare');
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest.share_target).toMatchObject({ action: '/compare', method: 'GET' });
  const bookmark = await main(page)
    .getByRole('link', { name: /Compare on/ })
    .getAttribute('href');
  const script = decodeURIComponent(bookmark ?? '').replace('javascript:location.href=', '');
  await page.route('https://other.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Breville Bambino Plus</title>' }),
  );
  await page.goto('https://other.example/8812');
  const target = await page.evaluate(script);
  expect(new URL(String(target)).pathname).toBe('/compare');
  await page.goto(String(target));
  await page.waitForURL(/\/search\?q=Breville/);
});
