/*
 * Measures categories of the demo shops' products: `npx node tests/bench/categories.ts [--no-trails]`. Reads each page as the shop prints it,
 * maps shelves and brands from all readings, and decides each product by the worker's rule. The truth is the catalogue file that lists
 * the product. `--no-trails` uses names and brands only; `--wrong` prints wrong and unknown products.
 */

import { DEPARTMENTS } from '#domain/categories/category.ts';
import { agreedCategory, mapBrand, mapShelf } from '#domain/categories/product-category.ts';
import { labelCategory } from '#domain/categories/shelf-label.ts';
import { canonicalName } from '#domain/products/canonical-name.ts';
import { DEMO_TRUTH } from '../support/demo-categories.ts';
import { type DemoReading, demoReadings } from '../support/demo-readings.ts';

const withTrails = !process.argv.includes('--no-trails');
const rows = await Array.fromAsync(demoReadings(new Date('2026-11-21T04:00:00Z')));
const keyOf = ({ shop, reading }: DemoReading) => `${shop}|${reading.category}`;
const brandOf = ({ reading }: DemoReading) => reading.brand?.toLowerCase() ?? '';
const readingsOf = (group: readonly DemoReading[]) => group.map(({ reading }) => reading);
const shelves = new Map(
  [...Map.groupBy(rows, keyOf)].map(([key, group]) => {
    return [key, mapShelf(group[0]?.reading.category ?? '', readingsOf(group)).category];
  }),
);
const brands = new Map(
  [...Map.groupBy(rows, brandOf)].map(([key, group]) => [
    key,
    mapBrand(readingsOf(group)).category,
  ]),
);
const departmentOf = new Map(
  [...DEPARTMENTS].flatMap(([department, names]) => names.map((name) => [name, department])),
);

const counts = { products: 0, right: 0, wrong: 0, unknown: 0, otherDepartment: 0 };
for (const [, group] of Map.groupBy(rows, ({ listing }) => listing.product.id)) {
  const file = group[0]?.listing.product.category.slug ?? '';
  const truth = DEMO_TRUTH[file];
  if (!truth) throw new Error(`tests/support/demo-categories.ts does not name ${file}`);
  const category = agreedCategory(
    group.map((row) => ({
      name: row.reading.name,
      brand: row.reading.brand,
      shelfCategory: withTrails ? (shelves.get(keyOf(row)) ?? null) : null,
      brandCategory: brands.get(brandOf(row)) ?? null,
    })),
  );
  counts.products += 1;
  if (category === truth) counts.right += 1;
  else if (category === null) counts.unknown += 1;
  else counts.wrong += 1;
  if (category && departmentOf.get(category) !== departmentOf.get(truth))
    counts.otherDepartment += 1;
  if (category !== truth && process.argv.includes('--wrong'))
    console.log(`${truth} ← ${category}: ${canonicalName(readingsOf(group))}`);
}
const { products, right, wrong } = counts;
const trails = new Set(rows.flatMap(({ reading }) => reading.category ?? []));
const named = [...trails].filter((trail) => labelCategory(trail) !== null).length;
console.log(counts, `${rows.length} offers`);
console.log(`labels of shelves that name a category: ${named} of ${trails.size}`);
console.log(`right of all: ${(right / products).toFixed(4)}`);
console.log(`right of those shown in a category: ${(right / (right + wrong)).toFixed(4)}`);
