/* /admin/matches/search and /compare: find the product to move an offer to, or two products to merge. */
import { html } from 'hono/html';
import { z } from 'zod';
import { comparedProducts } from '#db/queries/matches/cases.ts';
import { listProducts } from '#db/queries/search/list-products.ts';
import type { FoundOffer } from '#db/queries/search/search.ts';
import { formatAud } from '#domain/money.ts';
import {
  actionButton,
  adminPage,
  adminTable,
  type Column,
  hiddenFields,
  lines,
  pathWith,
  productLink,
} from './layout.ts';
import { caseButton, MATCHES, matchCase } from './match-case.ts';
import type { AdminApp } from './operator-session.ts';
import { pagedList } from './paged-table.ts';

const SEARCH = `${MATCHES}/search`;

const id = z.uuid();
const searchQuery = z.object({
  q: z.string().trim().max(200).catch(''),
  offer: id.optional().catch(undefined),
  product: id.optional().catch(undefined),
});
const pair = z.object({ product: id, into: id });

/** Adds the pages to search for a product and to compare two. */
export function matchSearchPages(app: AdminApp): void {
  app.get(SEARCH, async (c) => {
    const { q, offer, product } = searchQuery.parse(c.req.query());
    const chosen = { offer: offer ?? null, product: product ?? null };
    const found = () =>
      pagedList({
        async read(slice) {
          const sorted = { sort: 'aiScore' as const, ...slice };
          const { products, total } = await listProducts(c.env.em(), { q }, sorted);
          return { rows: products, total };
        },
        show: (rows) => adminTable('Products', rows, foundColumns(chosen, q)),
        none: 'No product has these words.',
        query: { ...chosen, q },
      });
    const title = offer ? 'Move to another product' : product ? 'Merge into' : 'Merge by hand';
    return adminPage({
      title,
      section: MATCHES,
      body: html`<form class="row admin-choice" method="get" action="${SEARCH}" role="search">
<div class="field"><label for="q">Words of the product</label><input class="input" id="q" name="q" type="search" value="${q}" required maxlength="200"></div>
${hiddenFields(chosen)}<button class="button primary">Search</button></form>
${q === '' ? '' : await found()}`,
    });
  });
  app.get(`${MATCHES}/compare`, async (c) => {
    const read = pair.safeParse(c.req.query());
    const { product, into } = read.data ?? {};
    const found = product && into ? await comparedProducts(c.env.em(), product, into) : null;
    if (!found) return c.notFound();
    const back = html`<a class="button small" href="${MATCHES}/compare?product=${into}&into=${product}">Swap</a>`;
    const merge = html`${caseButton('merge', 'Merge', found, { product: found.product, into: found.into })}${back}`;
    const body = matchCase(found, merge);
    return adminPage({ title: 'Merge two products', section: MATCHES, body });
  });
}

/** The search for a product to move `offer` to, or to merge `product` into. */
export const searchPath = (query: Record<string, string | null>) => pathWith(SEARCH, query);

/** The columns of products found. The action moves `offer` there, compares with `product`, or chooses the first of two to merge. */
function foundColumns(
  { offer, product }: { offer: string | null; product: string | null },
  q: string,
): Column<FoundOffer>[] {
  const next = ({ productId: into, name }: FoundOffer) => {
    if (into === product) return html`<span class="muted">this product</span>`;
    if (offer) {
      const move = { path: `${MATCHES}/split`, label: 'Move here', of: `to ${name}` };
      return actionButton({ ...move, fields: { offer, product, into } });
    }
    const [path, label] = product
      ? [`${MATCHES}/compare?product=${product}&into=${into}`, 'Compare']
      : [searchPath({ product: into, q }), 'Merge into …'];
    return html`<a class="button small" href="${path}" aria-label="${label} ${name}">${label}</a>`;
  };
  return [
    ['Product', ({ productId, name }) => productLink(productId, name), 'admin-words'],
    ['Category', ({ category }) => category ?? '–'],
    [
      'Best offer',
      ({ priceCents, retailerName }) => lines(formatAud(priceCents), retailerName),
      'number',
    ],
    ['Actions', next],
  ];
}
