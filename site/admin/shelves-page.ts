import { html } from 'hono/html';
import { z } from 'zod';
import {
  listDoubted,
  listShelves,
  type ShelfRow,
  setShelf,
} from '#db/queries/operators/shelves-view.ts';
import { tryEnqueue } from '#db/queues/open-queues.ts';
import { CATEGORIES, DEPARTMENTS } from '#domain/categories/category.ts';
import { countText } from '#domain/count-text.ts';
import { JOBS } from '#domain/jobs.ts';
import type { Html } from '../api/core/page.ts';
import {
  adminTable,
  badge,
  type Column,
  csrfField,
  filterChips,
  lines,
  moment,
  productLink,
  sectionAction,
  sectionPage,
} from './layout.ts';
import type { AdminApp } from './operator-session.ts';
import { pagedList } from './paged-table.ts';

const SECTION = '/admin/shelves';
const SHOWN = 50;
const DOUBTED_SHOWN = 100;

const LISTS = [
  ['unknown', 'Unknown'],
  ['all', 'All'],
] as const;
/** An empty category returns the shelf to automatic mapping. */
const choice = z.object({ id: z.uuid(), category: z.enum(['', ...CATEGORIES]) });

const NOTICES: Readonly<Record<string, string>> = {
  set: 'Set. The products on this shelf move within minutes.',
  learned: 'Reset. The next check maps the shelf by the goods on it.',
  unknown: 'This shelf or category does not exist.',
};

/** /admin/shelves: the category of each shop's shelves, an operator's override, and products that fit their category badly. */
export function shelvesPage(app: AdminApp): void {
  sectionPage(app, { section: SECTION, title: 'Shelves', notices: NOTICES }, async (c) => {
    const { em } = c.env;
    // A change sends the operator back to the list of all shelves, which shows it.
    const show = c.req.query('done') || c.req.query('show') === 'all' ? 'all' : 'unknown';
    const list = await pagedList({
      read: (slice) => listShelves(em(), show, slice),
      show: (rows) => adminTable('Shelves', rows, COLUMNS),
      none: 'No unknown shelves.',
      query: { show },
      size: SHOWN,
    });
    const doubted = await listDoubted(em(), DOUBTED_SHOWN);
    return html`<p class="muted">A shop’s shelf maps to one of our categories if its label and the goods on it agree. Offers on an
unknown shelf are categorised by name alone. Shelves are mapped daily.</p>
${filterChips('Shelves', { name: 'show', chosen: show }, LISTS)}
${list}
<h2>Doubted products</h2>
<p class="muted">Products whose price and name do not fit their category, from the last check.</p>
${adminTable('Doubted products', doubted, DOUBTED, 'No doubted products.')}`;
  });
  sectionAction(app, `${SECTION}/:id`, choice, async ({ id, category }, { em, queues }, by) => {
    if (!(await setShelf(em(), id, category || null, by))) return 'unknown';
    await tryEnqueue(queues, JOBS.categories, {});
    return category ? 'set' : 'learned';
  });
}

const COLUMNS: Column<ShelfRow>[] = [
  ['Shelf', ({ trail, retailer }) => lines(trail, retailer), 'admin-words'],
  ['Category', ({ category }) => category ?? badge('yellow', 'unknown')],
  ['Offers', ({ offers }) => countText(offers), 'number'],
  ['Agreement', ({ agreement }) => `${Math.round(agreement * 100)}%`, 'number'],
  [
    'Set by',
    ({ decidedBy, decidedAt }) => (decidedBy ? lines(decidedBy, moment(decidedAt)) : 'goods'),
  ],
  ['Actions', categoryForm],
];

function categoryForm({ id, trail, category, decidedBy }: ShelfRow): Html {
  return html`<form class="row" method="post" action="${SECTION}/${id}">${csrfField()}
<select class="input" name="category" aria-label="Category of ${trail}">
<option value="">Automatic</option>
${[...DEPARTMENTS].map(
  ([department, names]) =>
    html`<optgroup label="${department}">${names.map(
      (name) =>
        html`<option ${decidedBy !== null && name === category ? html`selected` : ''}>${name}</option>`,
    )}</optgroup>`,
)}</select>
<button class="button small" aria-label="Set the category of ${trail}">Set</button></form>`;
}

const DOUBTED: Column<Awaited<ReturnType<typeof listDoubted>>[number]>[] = [
  ['Product', ({ id, name }) => productLink(id, name), 'admin-words'],
  ['Category', ({ category }) => category ?? '–'],
  ['Why', ({ doubt }) => doubt ?? '', 'admin-words'],
];
