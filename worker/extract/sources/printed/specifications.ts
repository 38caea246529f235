import { type Element, elementsIn, type PageDocument, visibleTextOf } from '../../page/document.ts';
import { elementsNamed } from '../../page/parse-page.ts';

const ROW_LIMIT = 60;
const LONGEST_PROPERTY = 60;
const LONGEST_PROPERTY_TEXT = 300;

/** Reads the page's largest two-column table or definition list as specifications. */
export function readPrintedSpecifications(
  page: PageDocument,
  isOwn: (element: Element) => boolean,
): Record<string, string> {
  const [largest = []] = elementsNamed(page, 'table', 'dl')
    .filter(isOwn)
    .map(rowsOf)
    .sort((a, b) => b.length - a.length);
  return largest.length >= 3 ? Object.fromEntries(largest) : {};
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

/** Cached, since each outer table holds the rows of its nested tables. */
function cellsOf(row: Element): readonly Element[] {
  row.cells ??= elementsIn(row).filter(({ name }) => name === 'td' || name === 'th');
  return row.cells;
}

/** Adds a row of exactly two cells, unless the value is an amount of money (sizes, delivery). */
function add(rows: [string, string][], cells: readonly Element[]): void {
  const [first, second, third] = cells;
  if (!first || !second || third) return;
  const label = visibleTextOf(first, LONGEST_PROPERTY * 2).replace(/\s*:$/, '');
  const value = visibleTextOf(second, LONGEST_PROPERTY_TEXT * 2);
  const fits = label.length <= LONGEST_PROPERTY && value.length <= LONGEST_PROPERTY_TEXT;
  if (fits && value && /\p{L}/u.test(label) && !/[$€£]\s?\d/.test(value) && label !== '__proto__')
    rows.push([label, value]);
}
