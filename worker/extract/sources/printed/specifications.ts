import type { Element } from 'domhandler';
import { $, shownText } from '../../page/element.ts';
import type { PageDocument } from '../../page/parse-page.ts';

const ROW_LIMIT = 60;
const LONGEST_PROPERTY = 60;
const LONGEST_PROPERTY_TEXT = 300;

/** Reads the page's largest two-column table or definition list as specifications. */
export function readPrintedSpecifications(
  page: PageDocument,
  isOwn: (element: Element) => boolean,
): Record<string, string> {
  const [largest = []] = page.all
    .filter('table, dl')
    .get()
    .filter(isOwn)
    .map(rowsOf)
    .sort((a, b) => b.length - a.length);
  return largest.length >= 3 ? Object.fromEntries(largest) : {};
}

function rowsOf(table: Element): [string, string][] {
  const cells = $(table).find('tr, dt, dd').get();
  const rows: [string, string][] = [];
  for (const [index, element] of cells.entries()) {
    const next = cells[index + 1];
    if (element.name === 'tr') add(rows, $(element).children().get());
    else if (element.name === 'dt' && next?.name === 'dd') add(rows, [element, next]);
    if (rows.length >= ROW_LIMIT) break;
  }
  return rows;
}

/** Adds a row of exactly two cells, unless the value is an amount of money (sizes, delivery). */
function add(rows: [string, string][], cells: Element[]): void {
  const [first, second, third] = cells;
  if (!first || !second || third) return;
  const label = shownText(first, LONGEST_PROPERTY * 2).replace(/\s*:$/, '');
  const value = shownText(second, LONGEST_PROPERTY_TEXT * 2);
  const fits = label.length <= LONGEST_PROPERTY && value.length <= LONGEST_PROPERTY_TEXT;
  if (fits && value && /\p{L}/u.test(label) && !/[$€£]\s?\d/.test(value) && label !== '__proto__')
    rows.push([label, value]);
}
