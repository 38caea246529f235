/*
 * A worker that renders pages until it is killed: `node rendering-worker.ts <chromium> <profiles folder>`.
 * Prints a line after each page.
 */
import { createRenderer } from '#worker/fetch/browser.ts';

const [chromiumPath = '', profilesDir = ''] = process.argv.slice(2);
const renderer = createRenderer({
  findChromium: async () => chromiumPath,
  profilesDir,
  userAgent: 'PricerooBot/1.0',
  limits: { quietMs: 20 },
});
const page = {
  status: 200,
  url: 'http://shop.example.com/',
  body: '<!doctype html><p id="p"></p><script>p.textContent = 6 * 7</script>',
  content: null,
  contentType: 'text/html',
  etag: null,
  lastModified: null,
  bytes: 0,
  elapsedMs: 0,
} as const;

for (;;) {
  await renderer.render(page, () => Promise.reject(new Error('nothing is asked for')));
  console.log('rendered');
}
