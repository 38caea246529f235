/* /admin/matches/search and /compare: find the product to move an offer to, or two products to merge. */
import type { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { comparedProducts } from '#db/queries/matches/cases.ts';
import { listProducts } from '#db/queries/search/list-products.ts';
import type { FoundOffer } from '#db/queries/search/search.ts';
import { formatAud } from '#domain/money.ts';
import type { ApiServices } from '../api/core/services.ts';
import {
  actionButton,
  adminPage,
  adminTable,
  type Column,
  card,
  hiddenFields,
  lines,
  listPage,
  pageNumber,
  pathWith,
  productLink,
  shopLinks,
} from './layout.ts';
import { caseButton, MATCHES, matchCase } from './match-case.ts';
import type { AdminEnv } from './operator-session.ts';

const SEARCH = `${MATCHES}/search`;
const SHOWN = 20;

const id = z.uuid();
const searchQuery = z.object({
  q: z.string().trim().max(200).catch(''),
  offer: id.optional().catch(undefined),
  product: id.optional().catch(undefined),
  page: pageNumber,
});
const pair = z.object({ product: id, into: id });

/** Adds the pages to search for a product and to compare two. */
export function matchSearchPages(app: Hono<AdminEnv>, services: ApiServices): void {
  app.get(SEARCH, async (c) => {
    const { q, offer, product, page } = searchQuery.parse(c.req.query());
    const chosen = { offer: offer ?? null, product: product ?? null };
    const list = listPage(SEARCH, { ...chosen, q }, { page, size: SHOWN });
    const slice = { sort: 'aiScore' as const, ...list.slice };
    const found = q === '' ? null : await listProducts(services.em(), { q }, slice);
    const title = offer ? 'Move to another product' : product ? 'Merge into' : 'Merge by hand';
    return adminPage({
      title,
      section: MATCHES,
      body: html`<form class="row admin-choice" method="get" action="${SEARCH}" role="search">
<div class="field"><label for="q">Words of the product</label><input class="input" id="q" name="q" type="search" value="${q}" required maxlength="200"></div>
${hiddenFields(chosen)}<button class="button primary">Search</button></form>
${found?.total === 0 ? card('No product has these words.') : ''}
${
  found && found.total > 0
    ? html`${adminTable('Products', found.products, foundColumns(chosen, q))}
${list.pager(found.total)}`
    : ''
}`,
    });
  });
  app.get(`${MATCHES}/compare`, async (c) => {
    const read = pair.safeParse(c.req.query());
    const { product, into } = read.data ?? {};
    const found = product && into ? await comparedProducts(services.em(), product, into) : null;
    if (!found) return c.notFound();
    const back = html`<a class="button small" href="${MATCHES}/compare?product=${into}&into=${product}">Swap</a>`;
    const merge = html`${caseButton('merge', 'Merge', found, { product: found.product, into: found.into })}${back}`;
    const body = matchCase(found, shopLinks(services.config.siteUrl), merge);
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
