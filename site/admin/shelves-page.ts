import type { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import {
  listDoubted,
  listShelves,
  type ShelfFilter,
  type ShelfRow,
  setShelf,
} from '#db/queries/operators/shelves-view.ts';
import { tryEnqueue } from '#db/queues/try-enqueue.ts';
import { CATEGORIES, DEPARTMENTS } from '#domain/category.ts';
import { JOBS } from '#domain/jobs.ts';
import { productPath } from '#domain/public-path.ts';
import type { Html } from '../api/core/page.ts';
import type { ApiServices } from '../api/core/services.ts';
import {
  adminTable,
  badge,
  type Column,
  count,
  csrfField,
  lines,
  moment,
  type Operator,
  pager,
  sectionPage,
} from './layout.ts';
import { type AdminEnv, formFields } from './operator-session.ts';

const SECTION = '/admin/shelves';
const SHOWN = 50;
const DOUBTED_SHOWN = 100;

const wanted = z.object({
  show: z.enum(['unknown', 'all']).catch('unknown'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});
/** An empty choice gives the shelf back to learning. */
const choice = z.object({ id: z.uuid(), category: z.enum(['', ...CATEGORIES]) });

const NOTICES: Readonly<Record<string, string>> = {
  set: 'Set. The products on that shelf move within minutes; the choice stays until it is taken back.',
  learned: 'Given back. The next check maps the shelf by the goods on it.',
  unknown: 'There is no such shelf or category.',
};

/** /admin/shelves: what each shop's shelves are mapped to, an operator's own word on one, and products that fit their category badly. */
export function shelvesPage(app: Hono<AdminEnv>, services: ApiServices): void {
  sectionPage(app, { section: SECTION, title: 'Shelves', notices: NOTICES }, async (c) => {
    const { show, page } = wanted.parse(c.req.query());
    const offset = (page - 1) * SHOWN;
    const { total, rows } = await listShelves(services.em(), show, { limit: SHOWN, offset });
    const doubted = await listDoubted(services.em(), DOUBTED_SHOWN);
    return html`<p class="muted">A shop's shelf is mapped to a category of ours where its label and the goods on it agree. Offers on an
unknown shelf are placed by their names alone. Mapped anew each day; times are UTC.</p>
<nav class="row" aria-label="Shelves">${chip('unknown', 'Unknown', show)}${chip('all', 'All', show)}</nav>
${adminTable('Shelves', rows, columns(c.get('operator')), html`<p class="card">No shelf is unknown.</p>`)}
${total === 0 ? '' : pager({ page, total, size: SHOWN }, (to) => pathOf(show, to))}
<h2>Doubted products</h2>
<p class="muted">Prices and words far from those of the category, as the last check found them.</p>
${adminTable('Doubted products', doubted, DOUBTED, html`<p class="card">None is doubted.</p>`)}`;
  });
  app.post(`${SECTION}/:id`, async (c) => {
    const { category } = await formFields(c);
    const read = choice.safeParse({ id: c.req.param('id'), category });
    const by = c.get('operator').email;
    const done = read.success ? await act(services, read.data, by) : 'unknown';
    return c.redirect(`${SECTION}?show=all&done=${done}`, 303);
  });
}

async function act(
  services: ApiServices,
  { id, category }: z.infer<typeof choice>,
  by: string,
): Promise<'set' | 'learned' | 'unknown'> {
  if (!(await setShelf(services.em(), id, category || null, by))) return 'unknown';
  await tryEnqueue(services.queues, JOBS.categories, {});
  return category ? 'set' : 'learned';
}

function columns(operator: Operator): Column<ShelfRow>[] {
  return [
    ['Shelf', ({ trail, retailer }) => lines(trail, retailer), 'admin-words'],
    ['Category', ({ category }) => category ?? badge('yellow', 'unknown')],
    ['Offers', ({ offers }) => count(offers), 'number'],
    ['Agree', ({ agreement }) => `${Math.round(agreement * 100)}%`, 'number'],
    [
      'By',
      ({ decidedBy, decidedAt }) => (decidedBy ? lines(decidedBy, moment(decidedAt)) : 'its goods'),
    ],
    ['Actions', (row) => chooser(operator, row)],
  ];
}

function chooser(operator: Operator, { id, trail, category, decidedBy }: ShelfRow): Html {
  return html`<form class="row" method="post" action="${SECTION}/${id}">${csrfField(operator)}
<select class="input" name="category" aria-label="Category of ${trail}">
<option value="">By its goods</option>
${[...DEPARTMENTS].map(
  ([department, names]) =>
    html`<optgroup label="${department}">${names.map(
      (name) =>
        html`<option ${decidedBy !== null && name === category ? html`selected` : ''}>${name}</option>`,
    )}</optgroup>`,
)}</select>
<button class="button small" aria-label="Set the category of ${trail}">Set</button></form>`;
}

type Doubted = Awaited<ReturnType<typeof listDoubted>>[number];

const DOUBTED: Column<Doubted>[] = [
  [
    'Product',
    ({ id, name }) => html`<a href="${productPath(id, name)}">${name}</a>`,
    'admin-words',
  ],
  ['Category', ({ category }) => category ?? '–'],
  ['Why', ({ doubt }) => doubt ?? '', 'admin-words'],
];

const pathOf = (show: ShelfFilter, page = 1) => `${SECTION}?show=${show}&page=${page}`;

function chip(of: ShelfFilter, label: string, shown: ShelfFilter): Html {
  return html`<a class="chip" href="${pathOf(of)}" ${of === shown ? html`aria-current="true"` : ''}>${label}</a>`;
}
