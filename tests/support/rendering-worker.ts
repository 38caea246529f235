/*
 * A worker that renders pages until it is killed: `node rendering-worker.ts <chromium> <profiles folder>`.
 * Prints a line after each page.
 */
import { createRenderer } from '#worker/fetch/browser.ts';
import { fetchedPage } from './fetched-page.ts';

const [chromiumPath = '', profilesDir = ''] = process.argv.slice(2);
const renderer = createRenderer({
  findChromium: async () => chromiumPath,
  profilesDir,
  userAgent: 'PricerooBot/1.0',
  limits: { quietMs: 20 },
});
const page = fetchedPage(
  'http://shop.example.com/',
  '<!doctype html><p id="p"></p><script>p.textContent = 6 * 7</script>',
);

for (;;) {
  await renderer.render(page, () => Promise.reject(new Error('nothing is asked for')));
  console.log('rendered');
}
