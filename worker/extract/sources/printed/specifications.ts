import { type Element, elementsIn, type PageDocument, seenTextOf } from '../../page/document.ts';
import { regionOf } from '../../page/region.ts';

const ROW_LIMIT = 60;
const SMALLEST_TABLE = 3;
const LONGEST_LABEL = 60;
const LONGEST_VALUE = 300;

/** The page's largest table of two columns, or list of terms, as label and value; empty when it prints none. */
export function readPrintedSpecifications(
  page: PageDocument,
  isForeign: (element: Element) => boolean,
): Record<string, string> {
  const tables = page.elements
    .filter(({ name }) => name === 'table' || name === 'dl')
    .filter((element) => regionOf(element) === 'main' && !isForeign(element))
    .map(rowsOf);
  const largest = tables.reduce<[string, string][]>(
    (best, rows) => (rows.length > best.length ? rows : best),
    [],
  );
  return largest.length >= SMALLEST_TABLE ? Object.fromEntries(largest) : {};
}

function rowsOf(table: Element): [string, string][] {
  const cells = elementsIn(table).filter(({ name }) => /^(?:tr|dt|dd)$/.test(name));
  const rows: [string, string][] = [];
  for (const [index, element] of cells.entries()) {
    const next = cells[index + 1];
    if (element.name === 'tr') add(rows, cellsOf(element));
    else if (element.name === 'dt' && next?.name === 'dd') add(rows, [element, next]);
    if (rows.length >= ROW_LIMIT) break;
  }
  return rows;
}

/** Looked for once: of tables in tables, each holds the rows of all within it. */
const knownCells = new WeakMap<Element, Element[]>();

function cellsOf(row: Element): Element[] {
  const known = knownCells.get(row);
  if (known) return known;
  const cells = elementsIn(row).filter(({ name }) => name === 'td' || name === 'th');
  knownCells.set(row, cells);
  return cells;
}

/** A row of exactly two cells; amounts of money are prices of sizes or deliveries, no properties. */
function add(rows: [string, string][], cells: readonly Element[]): void {
  const [first, second, third] = cells;
  if (!first || !second || third) return;
  const label = seenTextOf(first, LONGEST_LABEL * 2).replace(/\s*:$/, '');
  const value = seenTextOf(second, LONGEST_VALUE * 2);
  const isProperty =
    /\p{L}/u.test(label) && label.length <= LONGEST_LABEL && value && value.length <= LONGEST_VALUE;
  if (isProperty && !/[$€£]\s?\d/.test(value) && label !== '__proto__') rows.push([label, value]);
}
