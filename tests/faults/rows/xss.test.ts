/* Texts of shops that are markup and script, on every page that shows them, in Chromium with the page's policy switched off. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { figure } from '../../support/figure.ts';
import { limitMs } from '../../support/limits.ts';
import { openSiteWorld } from '../../support/site-world.ts';

const CALL = 'window.executed=1';
const TAGS = [
  (code: string) => `<script>${code}</script>`,
  (code: string) => `<img src=x onerror="${code}">`,
  (code: string) => `<svg onload="${code}">`,
  (code: string) => `<svg/onload=${code}>`,
  (code: string) => `<iframe srcdoc="<script>parent.${code}</script>">`,
  (code: string) => `<details open ontoggle="${code}">`,
  (code: string) => `<input autofocus onfocus="${code}">`,
  (code: string) => `<math><mtext><img src=x onerror="${code}"></mtext></math>`,
  (code: string) => `<a href="javascript:${code}" autofocus onfocus="${code}">x</a>`,
  (code: string) =>
    `<style>@keyframes x{}</style><b style="animation:x 1s" onanimationstart="${code}">`,
];
/** Where a text may stand when it is not escaped: what would end that place. */
const BREAKS = [
  '',
  '">',
  "'>",
  '</script>',
  '</title>',
  '</textarea>',
  '-->',
  ']]>',
  '&quot;>',
  '\\u0022>',
];
const PAYLOADS = TAGS.flatMap((tag) => BREAKS.map((end) => `Coffee ${end}${tag(CALL)}`));

test(`${PAYLOADS.length} payloads in every text of products, offers and shops: none is executed`, {
  timeout: limitMs(900_000),
}, async () => {
  const site = await openSiteWorld();
  const browser = await startBrowser();
  const database = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
  // The policy would stop what escaping let through: it is not what is tried here.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  let executions = 0;
  let shown = 0;
  let visits = 0;
  try {
    const { rows } = await database.query<{ id: string }>('select id from product limit 10');
    const ids = rows.map(({ id }) => id);
    for (let first = 0; first < PAYLOADS.length; first += ids.length) {
      for (const [index, id] of ids.entries()) {
        const text = PAYLOADS[first + index] ?? '';
        await database.query(
          `update product set name = $2, brand = $2, description = $2,
            specifications = jsonb_build_object($2::text, $2::text) where id = $1`,
          [id, text],
        );
        await database.query(
          `update offer set name = $2, brand = $2, shelf = $2, seller = left(id::text, 8) || $2,
            variant = left(id::text, 8) || $2 where product_id = $1`,
          [id, text],
        );
      }
      await database.query('update retailer set name = slug || $1, description = $1', [
        PAYLOADS[first],
      ]);
      const paths = [
        '/',
        '/deals',
        `/search?q=${encodeURIComponent(PAYLOADS[first] ?? '')}`,
        '/search?q=coffee+machine',
        ...ids.slice(0, 4).map((id) => `/products/${id}`),
      ];
      for (const path of paths) {
        await page.goto(site.origin + path, { waitUntil: 'load' });
        await page.waitForTimeout(150);
        visits += 1;
        if (await page.evaluate('window.executed === 1')) executions += 1;
        if ((await page.content()).includes('executed=1')) shown += 1;
      }
    }
  } finally {
    await browser.close();
    await database.end();
    await site.stop();
  }
  figure(
    `${PAYLOADS.length} payloads, ${visits} pages, ${shown} with their text, ${executions} executions`,
  );
  expect(shown).toBeGreaterThan(visits / 2);
  expect(executions).toBe(0);
});
