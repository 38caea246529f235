import type { Hono } from 'hono';
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
import { adminTable, type Column, lines, moment, pager, sectionPage } from './layout.ts';
import type { AdminEnv } from './operator-session.ts';

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
export function refusedPage(app: Hono<AdminEnv>, services: ApiServices): void {
  sectionPage(app, { section: SECTION, title: 'Refused' }, async (c) => {
    const { retailer: slug, reason, page } = wanted.parse(c.req.query());
    const filter = { slug, reason };
    const em = services.em();
    const counts = await countRefused(em);
    const offset = (page - 1) * SHOWN;
    const { total, rows } = await listRefused(em, filter, { limit: SHOWN, offset });
    // What was on the last page may have been accepted meanwhile.
    if (rows.length === 0 && total > 0) {
      return c.redirect(pathOf(filter, Math.ceil(total / SHOWN)), 303);
    }
    const table = adminTable('Refused offers', rows, columns(services.config.siteUrl));
    const list =
      total === 0
        ? card('None of these is refused.')
        : html`${table}${pager({ page, total, size: SHOWN }, (to) => pathOf(filter, to))}`;
    return html`<p class="muted">Offers that a guard refused, as their page or feed states them. Shoppers never see them. One goes once it is
accepted, or after 30 days; of each retailer and reason the newest 200 are kept. Times are UTC.</p>
${counts.length === 0 && total === 0 ? card('No offer is refused.') : html`${filters(counts, filter)}${list}`}`;
  });
}

const card = (text: string) => html`<p class="card">${text}</p>`;

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

function columns(siteUrl: string): Column<RefusedRow>[] {
  const link: Link = (to, text) =>
    // A feed may state anything as its address.
    /^https?:\/\//i.test(to)
      ? html`<a href="${publicDemoUrl(to, siteUrl)}" rel="noreferrer">${text}</a>`
      : text;
  return [
    ['Offer', (row) => offerOf(row, link), 'admin-words'],
    ['Retailer', (row) => lines(row.retailer, placeOf(row, link)), 'admin-words'],
    ['Why', ({ reason }) => lines(refusalWords(reason), reason), 'admin-words'],
    ['Read', priceRead, 'number admin-words'],
    ['Held against', (row) => heldAgainst(row.lastPriceCents, row.ceilingCents) ?? '–', 'number'],
    ['Last refused', (row) => moment(row.lastRefusedAt)],
    ['Since', refusedSince],
  ];
}

type Link = (to: string, text: Html | string) => Html | string;

function offerOf({ url, name, variant, seller }: RefusedRow, link: Link): Html {
  const more = [variant, seller && `sold by ${seller}`].filter(Boolean).join(', ');
  return lines(link(url, name || html`<em>no name</em>`), more);
}

function refusedSince({ firstRefusedAt, times }: RefusedRow): Html {
  return lines(moment(firstRefusedAt), times === 1 ? 'once' : `${times} times`);
}

function placeOf({ url, pageUrl, feedRow }: RefusedRow, link: Link): Html | string {
  if (pageUrl === null) return `feed, row ${feedRow}`;
  return pageUrl === url ? 'its own page' : link(pageUrl, 'another page');
}

function priceRead({ price, currency, availability }: RefusedRow): Html {
  const stated = html`<strong>${statedPrice(price, currency)}</strong>`;
  return availability === 'unknown' ? stated : lines(stated, availability.replaceAll('_', ' '));
}
