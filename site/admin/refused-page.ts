import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import {
  countRefused,
  listRefused,
  type RefusedFilter,
  type RefusedRow,
} from '#db/queries/operators/refused-view.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { heldAgainst, refusalWords, statedPrice } from '#domain/offers/offer-refusal.ts';
import type { Html } from '../api/core/page.ts';
import type { ApiServices } from '../api/core/services.ts';
import type { AdminEnv } from './admin-env.ts';
import { adminPage, moment } from './layout.ts';

const SECTION = '/admin/refused';
const SHOWN = 50;

const word = z.string().min(1).nullable().catch(null);
const wanted = z.object({
  retailer: word,
  reason: word,
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});

type Counts = Awaited<ReturnType<typeof countRefused>>;

/** /admin/refused: offers that a guard refused, as they were read, by retailer and reason. */
export function refusedRoutes(services: ApiServices): Hono<AdminEnv> {
  const app = new Hono<AdminEnv>();
  app.get('/', async (c) => {
    const { retailer: slug, reason, page } = wanted.parse(c.req.query());
    const filter = { slug, reason };
    const em = services.em();
    const counts = await countRefused(em);
    const offset = (page - 1) * SHOWN;
    const { total, rows } = await listRefused(em, filter, { limit: SHOWN, offset });
    // What was on the last page may have been accepted meanwhile.
    if (rows.length === 0 && total > 0)
      return c.redirect(pathOf(filter, Math.ceil(total / SHOWN)), 303);
    return adminPage(services, {
      title: 'Refused',
      section: SECTION,
      operator: c.get('operator'),
      body: html`<p class="muted">Offers that a guard refused, as their page or feed states them. Shoppers never see them. One goes once it is
accepted, or after 30 days; of each retailer and reason the newest 200 are kept. Times are UTC.</p>
${counts.length === 0 && total === 0 ? html`<p class="card">No offer is refused.</p>` : html`${filters(counts, filter)}${total === 0 ? html`<p class="card">None of these is refused.</p>` : html`${table(services, rows)}${pager(filter, page, total)}`}`}`,
    });
  });
  return app;
}

function pathOf({ slug, reason }: RefusedFilter, page = 1): string {
  const query = new URLSearchParams();
  if (slug) query.set('retailer', slug);
  if (reason) query.set('reason', reason);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? SECTION : `${SECTION}?${query}`;
}

/** A retailer to choose, and a chip for each of its reasons. */
function filters(counts: Counts, { slug, reason }: RefusedFilter): Html {
  const retailers = summed(counts, ({ slug: of }) => of);
  const nameOf = new Map(counts.map((each) => [each.slug, each.retailer]));
  const ofRetailer = counts.filter((each) => slug === null || each.slug === slug);
  const reasons = summed(ofRetailer, (each) => each.reason);
  const all = ofRetailer.reduce((sum, { offers }) => sum + offers, 0);
  const chip = (of: string | null, offers: number) =>
    html`<a class="chip" href="${pathOf({ slug, reason: of })}" ${of === reason ? html`aria-current="true"` : ''}>${of ?? 'all'} <span class="figures">${offers}</span></a>`;
  return html`<form class="row admin-choice" method="get" action="${SECTION}">
<div class="field"><label for="retailer">Retailer</label><select class="input" id="retailer" name="retailer">
<option value="">All retailers</option>
${retailers.map(
  ([of, offers]) =>
    html`<option value="${of}" ${of === slug ? html`selected` : ''}>${nameOf.get(of)} (${offers})</option>`,
)}</select></div>
${reason === null ? '' : html`<input type="hidden" name="reason" value="${reason}">`}
<button class="button">Show</button></form>
<nav class="row" aria-label="Reasons">${chip(null, all)}${reasons.map(([of, offers]) => chip(of, offers))}</nav>`;
}

/** Offers counted by a key, in the order in which keys appear. */
function summed(counts: Counts, keyOf: (each: Counts[number]) => string): [string, number][] {
  const sums = new Map<string, number>();
  for (const each of counts) sums.set(keyOf(each), (sums.get(keyOf(each)) ?? 0) + each.offers);
  return [...sums];
}

function table(services: ApiServices, rows: readonly RefusedRow[]): Html {
  return html`<div class="admin-scroll" tabindex="0" role="region" aria-label="Refused offers">
<table class="admin-table">
<thead><tr><th scope="col">Offer</th><th scope="col">Retailer</th><th scope="col">Why</th><th scope="col" class="number">Read</th>
<th scope="col" class="number">Held against</th><th scope="col">Last refused</th><th scope="col">Since</th></tr></thead>
<tbody>${rows.map((row) => line(services, row))}</tbody></table></div>`;
}

function line(services: ApiServices, row: RefusedRow): Html {
  const { url, pageUrl, feedRow } = row;
  const link = (to: string, text: string | Html) =>
    // A feed may state anything as its address.
    /^https?:\/\//i.test(to)
      ? html`<a href="${publicDemoUrl(to, services.config.siteUrl)}" rel="noreferrer">${text}</a>`
      : text;
  const name = row.name === '' ? html`<em>no name</em>` : row.name;
  const more = [row.variant, row.seller && `sold by ${row.seller}`].filter(Boolean).join(', ');
  const place =
    pageUrl === null
      ? `feed, row ${feedRow}`
      : pageUrl === url
        ? 'its own page'
        : link(pageUrl, 'another page');
  return html`<tr>
<th scope="row" class="admin-words">${link(url, name)}${more ? html`<br><span class="muted small">${more}</span>` : ''}</th>
<td data-label="Retailer" class="admin-words"><span>${row.retailer}<br><span class="muted small">${place}</span></span></td>
<td data-label="Why" class="admin-words"><span>${refusalWords(row.reason)}<br><span class="muted small">${row.reason}</span></span></td>
<td class="number admin-words" data-label="Read"><span><strong>${statedPrice(row.price, row.currency)}</strong>${
    row.availability === 'unknown'
      ? ''
      : html`<br><span class="muted small">${row.availability.replaceAll('_', ' ')}</span>`
  }</span></td>
<td class="number" data-label="Held against"><span>${heldAgainst(row.lastPriceCents, row.ceilingCents) ?? '–'}</span></td>
<td data-label="Last refused"><span>${moment(row.lastRefusedAt)}</span></td>
<td data-label="Since"><span>${moment(row.firstRefusedAt)}<br><span class="muted small">${row.times === 1 ? 'once' : `${row.times} times`}</span></span></td></tr>`;
}

function pager(filter: RefusedFilter, page: number, total: number): Html {
  const pages = Math.ceil(total / SHOWN);
  const first = (page - 1) * SHOWN + 1;
  const shown = html`<span class="muted">${first}–${Math.min(total, first + SHOWN - 1)} of ${total}</span>`;
  if (pages === 1) return html`<p>${shown}</p>`;
  return html`<nav class="row" aria-label="Pages">
${page > 1 ? html`<a class="chip" href="${pathOf(filter, page - 1)}" rel="prev">Newer</a>` : ''}${shown}${
  page < pages ? html`<a class="chip" href="${pathOf(filter, page + 1)}" rel="next">Older</a>` : ''
}</nav>`;
}
