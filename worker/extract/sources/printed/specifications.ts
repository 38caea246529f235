import type { Element } from 'domhandler';
import { $, shownText } from '../../page/element.ts';
import type { PageDocument } from '../../page/parse-page.ts';

const ROW_LIMIT = 60;
const LONGEST_LABEL = 60;
const LONGEST_VALUE = 300;

/** Reads the page's largest two-column table or definition list as specifications. */
export function readPrintedSpecifications(
  page: PageDocument,
  isOwn: (element: Element) => boolean,
): Record<string, string> {
  const tables = page.all.filter('table, dl').get().filter(isOwn).map(rowsOf);
  const [largest = []] = tables.sort((a, b) => b.length - a.length);
  return largest.length >= 3 ? Object.fromEntries(largest) : {};
}

/** Returns the rows of exactly two cells, without those whose value is an amount of money (sizes, delivery). */
function rowsOf(table: Element): [label: string, value: string][] {
  const rows = $(table).find('tr, dt').get().slice(0, ROW_LIMIT);
  return rows.flatMap((row) => {
    const cells = row.name === 'tr' ? $(row).children() : $(row).add($(row).next('dd'));
    const [label = '', value = '', another] = cells.get().map((cell) => shownText(cell));
    const name = label.replace(/\s*:$/, '');
    const isShort = name.length <= LONGEST_LABEL && value.length <= LONGEST_VALUE;
    const isTrait = /\p{L}/u.test(name) && value !== '' && !/[$€£]\s?\d/.test(value);
    return isShort && isTrait && another === undefined ? [[name, value]] : [];
  });
}
