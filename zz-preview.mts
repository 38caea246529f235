import { mkdir } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { startBrowser } from './tests/support/browser.ts';
import { setup as startPostgres } from './tests/support/postgres-setup.ts';
import { openSiteWorld } from './tests/support/site-world.ts';
import { openContext } from './tests/support/shopper-context.ts';
import pg from 'pg';
const stopPostgres = await startPostgres();
const [world, server] = await Promise.all([openSiteWorld(), startBrowser()]);
const db = new pg.Client({ connectionString: world.databaseUrl }); await db.connect();
if (process.argv.includes('--rich')) {
  const cats = ['Laptops','Phones','Coffee Machines','Running Shoes','TVs','Groceries','Headphones','Pet Food','Books'];
  await db.query(`insert into product (name, brand, category, specifications, description, image_url)
   select (array['Aurora','Bellbird','Cassini','Drift','Everest','Fjord'])[1+n%6] || ' ' || (array['Pro','Air','Max','Lite','Studio'])[1+n%5] || ' ' || (array['13 inch 16GB 512GB','15 inch 32GB 1TB','Compact Edition','Series ' || n])[1+n%4], (array['Aurora','Bellbird','Cassini','Drift','Everest','Fjord'])[1+n%6], (array[${cats.map(c=>`'${c}'`)}])[1+n%${cats.length}], '{"Weight":"1.4 kg","Colour":"Slate","Warranty":"2 years"}', 'A sound choice for everyday use, with a long warranty.', (select image_url from offer where image_url is not null order by id offset n%4 limit 1) from generate_series(1,900) n`);
  await db.query(`insert into offer (retailer_id,url,product_id,match_method,match_confidence,match_because,name,search_text,source,price_cents,original_price_cents,availability,extraction,price_changed_at,last_seen_at,image_url)
   select r.id,'https://'||r.slug||'.example/'||p.id,p.id,'gtin',1,'[]',p.name,p.name,'live', (5000+(hashtext(p.id::text)&131071))*(90+(hashtext(p.id||r.slug)&31))/100, null,(array['in_stock','in_stock','in_stock','limited','out_of_stock'])[1+(hashtext(p.id||r.slug)&15)%5],'json-ld',now()-interval '30 hours',now()-interval '50 minutes',p.image_url
   from product p join retailer r on (hashtext(r.slug||p.id::text)&7)<5 where p.name like '% %' and p.gtin is null`);
  await db.query(`insert into price_point (offer_id,slot,price_cents,availability) select o.id, extract(epoch from now())::int/60-1800-n*26000, (o.price_cents*(1+case when n=0 then 0 else 0.03*((hashtext(o.product_id||n::text)&15)-4) end))::int,'in_stock' from offer o cross join generate_series(0,14) n where o.extraction='json-ld' and o.url like '%.example/%' on conflict do nothing`);
  await db.query(`insert into score (offer_id,overall,price,quality,value,popularity,reason,highlights) select id, 40+(hashtext(id::text)&63)%55,70,70,70,50,'r','[]' from offer where url like '%.example/%'`);
  await db.query('analyze');
}
const browser = await chromium.connect(server.wsEndpoint());
await mkdir('/tmp/shots', { recursive: true });
const get = async (p: string) => { const t=performance.now(); const r = await fetch(world.origin + p, { redirect: 'manual' }); const b = await r.text(); return { status: r.status, body: b, ms: performance.now()-t, r }; };
const sitemap = await get('/sitemap.xml'); console.log(sitemap.status, sitemap.body.slice(0, 600));
const files = [...sitemap.body.matchAll(/<loc>([^<]+)/g)].map(([,u])=>new URL(u!).pathname);
for (const f of files) { const x = await get(f); console.log(f, x.status, x.body.length, x.body.slice(0, 300)); }
const products = [...(await get('/sitemaps/products-1.xml')).body.matchAll(/<loc>([^<]+)/g)].map(([,u])=>new URL(u!).pathname);
const bambino = products.find((p) => p.includes('bambino'))!;
const pages: Record<string,string> = { home: '/', categories: '/categories', category: '/categories/coffee-machines', laptops: '/categories/laptops', retailers: '/retailers', retailer: '/retailers/harbour', product: bambino, product2: products.find((p)=>!p.includes('bambino') && /aurora|drift|fjord/.test(p)) ?? products[1]!, status: '/status', deals: '/deals', empty: '/categories/books-nothing', tools: '/categories/tools' };
for (const [n,p] of Object.entries(pages)) { const a = await get(p); const b = await get(p); console.log(n, p, a.status, a.body.length, a.ms.toFixed(0), b.ms.toFixed(1), b.r.headers.get('cache-control')); if (a.status===500) console.log(a.body.slice(0,300)); }
console.log((await get('/deals.xml')).body.slice(0, 900));
const want = process.argv.slice(2).filter((a) => !a.startsWith('--'));
for (const [n,p] of Object.entries(pages)) {
  if (want.length && !want.includes(n)) continue;
  for (const width of [360, 768, 1440]) for (const dark of [false, true]) {
    const ctx = await openContext(browser, world.origin, { width, dark });
    const page = await ctx.newPage();
    page.on('console', (m) => { if (m.type()==='error') console.log(n, 'console', m.text()); });
    page.on('pageerror', (e) => console.log(n, 'pageerror', e.message));
    await page.goto(p); await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const w = await page.evaluate(() => document.documentElement.scrollWidth);
    if (w > width) console.log(n, width, 'overflows', w);
    await page.screenshot({ path: `/tmp/shots/${n}-${width}-${dark?'dark':'light'}.png`, fullPage: true });
    await ctx.close();
  }
}
await browser.close(); await server.close(); await db.end(); await world.stop(); await stopPostgres(); process.exit(0);
