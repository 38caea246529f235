/*
 * Lighthouse (mobile) over our pages, a bare static page and a Next.js page with the markup of our home, interleaved
 * in one run: medians of the rounds, and the share of each measure that the limits of docs/speed.md speak of.
 *   npx node tests/bench/pages.ts [rounds] [page]     only pages whose name begins so; needs Chromium, npm and a quiet machine
 */
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { freePort } from '#db/runtime/free-port.ts';
import { startBrowser } from '../support/browser.ts';
import { startPostgres } from '../support/postgres-setup.ts';
import { openSiteWorld } from '../support/site-world.ts';
import { median } from './measure.ts';
import { startNextPage } from './pages/next-page.ts';
import { installPeers } from './peer-packages.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const FONT_PATH = '/fonts/bricolage-grotesque.woff2';
const rounds = Number(process.argv[2] ?? 3);
const wanted = process.argv[3] ?? '';

/** What one visit of Lighthouse measured; milliseconds, kilobytes of 1,000 bytes as sent. */
interface Visit {
  scores: number[];
  lcpMs: number;
  tbtMs: number;
  cls: number;
  allKb: number;
  scriptKb: number;
  failed: string[];
}

const stopPostgres = await startPostgres();
const world = await openSiteWorld();
const home = await (await fetch(world.origin)).text();
const body = (/<body[^>]*>([\s\S]*)<\/body>/.exec(home)?.[1] ?? '').replace(
  /<script[\s\S]*?<\/script>/g,
  '',
);
const css = await stylesOf(home, world.origin);
const font = Buffer.from(await (await fetch(`${world.origin}${FONT_PATH}`)).arrayBuffer());
const bare = await startBarePage(
  font,
  `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="description" content="Compare prices"><title>Priceroo</title><link rel="preload" href="${FONT_PATH}" as="font" type="font/woff2" crossorigin><style>${css}</style></head><body>${body}</body></html>`,
);
// Its build takes minutes.
const next = 'Next.js page'.startsWith(wanted)
  ? await startNextPage({ body, css, font, fontPath: FONT_PATH }, await freePort(0))
  : null;
const pages: Record<string, string> = {
  'bare static page': bare.origin,
  ...(next && { 'Next.js page': next.origin }),
  home: `${world.origin}/`,
  faq: `${world.origin}/faq`,
  about: `${world.origin}/about`,
  'category page': `${world.origin}${await publicPath(world.origin, '/categories/')}`,
  'retailer page': `${world.origin}${await publicPath(world.origin, '/retailers/')}`,
  'search, no query': `${world.origin}/search`,
  'search, query': `${world.origin}/search?q=coffee%20machine`,
  'product page': `${world.origin}${await publicPath(world.origin, '/products/')}`,
};
const targets = Object.entries(pages).filter(([name]) => name.startsWith(wanted));
const visits = new Map<string, Visit[]>(targets.map(([name]) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, url] of targets) visits.get(name)?.push(await visit(url));
}
console.table(
  Object.fromEntries(
    [...visits].map(([name, all]) => [
      name,
      {
        scores: CATEGORIES.map((_, i) => median(all.map(({ scores }) => scores[i] ?? 0))).join(' '),
        'LCP ms': Math.round(median(all.map(({ lcpMs }) => lcpMs))),
        'TBT ms': Math.round(median(all.map(({ tbtMs }) => tbtMs))),
        CLS: median(all.map(({ cls }) => cls)).toFixed(3),
        'all kB': median(all.map(({ allKb }) => allKb)).toFixed(1),
        'JS kB': median(all.map(({ scriptKb }) => scriptKb)).toFixed(1),
        short: [...new Set(all.flatMap(({ failed }) => failed))].join(', '),
      },
    ]),
  ),
);
next?.stop();
bare.stop();
await world.stop();
await stopPostgres();

async function visit(url: string): Promise<Visit> {
  const folder = installPeers({ lighthouse: '13.5.0' });
  const { default: lighthouse } = await import(
    pathToFileURL(`${folder}/node_modules/lighthouse/core/index.js`).href
  );
  const port = await freePort(0);
  const browser = await startBrowser([`--remote-debugging-port=${port}`]);
  try {
    const { lhr } = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'error' });
    const number = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN;
    const requests: { resourceType: string; transferSize: number }[] =
      lhr.audits['network-requests'].details.items;
    const kilobytes = (type?: string) =>
      requests
        .filter(({ resourceType }) => (type ? resourceType === type : resourceType !== 'Image'))
        .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1_000;
    return {
      scores: CATEGORIES.map((id) => Math.round(lhr.categories[id].score * 100)),
      lcpMs: number('largest-contentful-paint'),
      tbtMs: number('total-blocking-time'),
      cls: number('cumulative-layout-shift'),
      allKb: kilobytes(),
      scriptKb: kilobytes('Script'),
      failed: CATEGORIES.slice(1).flatMap((id) =>
        lhr.categories[id].auditRefs
          .filter(({ id: audit, weight }: { id: string; weight: number }) => {
            const { score } = lhr.audits[audit];
            return weight > 0 && score !== null && score < 1;
          })
          .map((ref: { id: string }) => ref.id),
      ),
    };
  } finally {
    await browser.close();
  }
}

/** The styles that a page links and carries, as one sheet. */
async function stylesOf(html: string, origin: string): Promise<string> {
  const linked = [...html.matchAll(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)];
  const sheets = await Promise.all(
    linked.map(async ([, href = '']) => (await fetch(new URL(href, origin))).text()),
  );
  return [
    ...sheets,
    ...[...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, own]) => own),
  ].join('\n');
}

/** The least that can serve a page: one document from memory, compressed beforehand, and its font. */
async function startBarePage(
  font: Buffer,
  html: string,
): Promise<{ origin: string; stop(): void }> {
  const packed = gzipSync(html);
  const server = createServer(({ url }, response) => {
    const isPage = url === '/';
    const body = isPage ? packed : url === FONT_PATH ? font : null;
    if (!body) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'font/woff2',
      ...(isPage && { 'content-encoding': 'gzip' }),
      'content-length': body.length,
    });
    return response.end(body);
  });
  const port = await freePort(0);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

/** The first path that the sitemaps name which begins so. */
async function publicPath(origin: string, start: string): Promise<string> {
  const locations = async (path: string) =>
    [...(await (await fetch(`${origin}${path}`)).text()).matchAll(/<loc>([^<]+)</g)].map(
      ([, url = '']) => new URL(url).pathname,
    );
  for (const file of await locations('/sitemap.xml')) {
    const found = (await locations(file)).find((path) => path.startsWith(start));
    if (found) return found;
  }
  throw new Error(`the sitemaps name no page ${start}`);
}
