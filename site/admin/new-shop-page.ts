import { html } from 'hono/html';
import { z } from 'zod';
import { ShopVisit } from '#db/entities/retailer.ts';
import { findRetailer, switchRetailers, upsertRetailers } from '#db/queries/retailers/retailers.ts';
import { tryEnqueue } from '#db/queues/open-queues.ts';
import { checkProfile, profileOf, type RealRetailer } from '#db/seed/real-retailers.ts';
import { JOBS } from '#domain/jobs.ts';
import { refusalWords } from '#domain/offers/offer-refusal.ts';
import { type FoundProduct, type FoundShop, isReadable } from '#domain/retailers/found-shop.ts';
import type { CallEnv } from '../api/core/env.ts';
import type { Html } from '../api/core/page.ts';
import {
  actionButton,
  adminPage,
  adminTable,
  type Column,
  csrfField,
  lines,
  shopLink,
} from './layout.ts';
import { type AdminApp, type AdminContext, formFields } from './operator-session.ts';

const PATH = '/admin/new-shop';
const SECTION = '/admin/retailers';
/** Seconds between two looks at a visit. */
const LOOK_EVERY_S = 3;

const wish = z.object({
  address: z.url({ protocol: /^https?$/ }).max(2_000),
  price: z.string().trim().max(300),
});

/** /admin/new-shop: visits a shop, shows what a crawl would read and from which source, and adds the shop if an operator agrees. */
export function newShopPage(app: AdminApp): void {
  app.get(PATH, () => formPage());
  app.post(PATH, async (c) => {
    const fields = await formFields(c);
    const { data } = wish.safeParse(fields);
    if (!data) return formPage(fields);
    const { address, price } = data;
    const selectors = price ? { name: 'h1', price } : null;
    const id = await c.env.em().insert(ShopVisit, { address, selectors });
    await tryEnqueue(c.env.queues, JOBS.visit, { visitId: id });
    return c.redirect(`${PATH}/${id}`, 303);
  });
  app.get(`${PATH}/:id`, async (c) => {
    const visit = await visitOf(c);
    if (!visit) return c.notFound();
    const page = await adminPage({
      ...{ title: new URL(visit.address).host, section: SECTION },
      body: visit.found ? foundShop(visit, visit.found, c.env) : waiting(visit),
    });
    if (!visit.found) page.headers.set('refresh', String(LOOK_EVERY_S));
    return page;
  });
  app.post(`${PATH}/:id/add`, async (c) => {
    const visit = await visitOf(c);
    const retailer = visit && readable(visit, c.env);
    if (!retailer) return c.notFound();
    const em = c.env.em();
    const { slug } = retailer;
    if (!(await findRetailer(em, { slug })))
      await upsertRetailers(em, [{ ...profileOf(retailer), isOwn: true }], 'disabled');
    const row = await findRetailer(em, { slug });
    if (row) await switchRetailers(em, [row.id], 'enabled');
    return c.redirect(`${SECTION}/${slug}`, 303);
  });
}

async function visitOf(c: AdminContext) {
  const { data } = z.uuid().safeParse(c.req.param('id'));
  return data ? c.env.em().findOne(ShopVisit, { id: data }) : null;
}

function formPage(given: Record<string, unknown> | null = null): Promise<Response> {
  const value = (name: string) => String(given?.[name] ?? '');
  const fault = html`<p class="field-error" id="fault" role="alert">Enter the web address of a shop: https://shop.example</p>`;
  return adminPage({
    ...{ title: 'Add a shop', section: SECTION, ...(given && { status: 422 }) },
    body: html`<p class="muted">A worker reads its home page, sitemaps, lists and up to ten products, one page in five seconds. Nothing is stored before you
agree.</p>
<form class="stack" method="post" action="${PATH}">${csrfField()}
<div class="field"><label for="address">Address of the shop, or of one of its pages</label>
<input class="input" id="address" name="address" type="url" required value="${value('address')}" ${given ? html`aria-describedby="fault"` : ''}>${given ? fault : ''}</div>
<div class="field"><label for="price">CSS selector of a product’s price, only if none is found without</label>
<input class="input" id="price" name="price" value="${value('price')}"></div>
<div><button class="button primary">Look at the shop</button></div></form>`,
  });
}

function waiting({ id, requests, reading }: ShopVisitRow): Html {
  const text = reading ? `Request ${requests}: ${reading}` : 'It waits for a worker.';
  return html`<p class="card" role="status">${text}</p>
<p><a class="reach" href="${PATH}/${id}">Look again</a> <span class="muted">(this page does every ${LOOK_EVERY_S} seconds)</span></p>`;
}

type ShopVisitRow = NonNullable<Awaited<ReturnType<typeof visitOf>>>;

/** The profile of a shop with a price that we accept; null for others. */
function readable({ found }: ShopVisitRow, { config }: CallEnv): RealRetailer | null {
  if (!found || !isReadable(found)) return null;
  const checked = checkProfile(found.profile, null, config.localShops);
  return 'retailer' in checked ? checked.retailer : null;
}

function foundShop(visit: ShopVisitRow, found: FoundShop, env: CallEnv): Html {
  const { refusal, robots, named, lists, products } = found;
  if (refusal)
    return html`<p class="card">Not read (${refusal.reason}): ${refusal.message}</p>${again()}`;
  const retailer = readable(visit, env);
  const add = retailer
    ? html`<p>Compare these prices with the shop’s pages. It will be read at one page in ${retailer.paceMs / 1_000} seconds; the demo shops are disabled.</p>
${actionButton({ path: `${PATH}/${visit.id}/add`, label: 'Add and enable', of: retailer.name, look: 'primary' })}`
    : html`<p class="card">We read no price that we accept, so the shop cannot be added. If its pages show prices, name the element that holds
them.</p>`;
  return html`<dl class="admin-facts">
<dt>robots.txt</dt><dd>${robots?.status ?? 'not read'}</dd>
<dt>Sitemaps</dt><dd>${named} addresses of products</dd>
<dt>Lists read</dt><dd>${lists.length}</dd></dl>
<h2>Products</h2>
${adminTable('Products', products, COLUMNS, 'No product was found.')}
<div class="stack">${add}${again()}</div>`;
}

const again = (): Html => html`<p><a class="reach" href="${PATH}">Look at another address</a></p>`;

const COLUMNS: Column<FoundProduct>[] = [
  ['Product', ({ offer }) => shopLink(offer.url, offer.name), 'admin-words'],
  ['Price', (one) => sourced(one, 'price', ({ price }) => price && `$${price}`)],
  ['Was', (one) => sourced(one, 'originalPrice', ({ originalPrice: was }) => was && `$${was}`)],
  [
    'Stock',
    (one) => sourced(one, 'availability', (offer) => offer.availability.replaceAll('_', ' ')),
  ],
  ['Picture', (one) => sourced(one, 'imageUrl', ({ imageUrl }) => imageUrl && 'found')],
  ['Refused', ({ refusal }) => (refusal === null ? '' : refusalWords(refusal))],
];

/** A value with the places on the page that state it. */
function sourced(
  { offer, sources }: FoundProduct,
  field: keyof FoundProduct['sources'],
  say: (offer: FoundProduct['offer']) => string | null,
) {
  const value = say(offer);
  return value ? lines(value, (sources[field] ?? []).join(', ')) : '–';
}
