import { isNode, type SchemaNode } from '../../values/nodes.ts';

const FEWEST_COLUMNS = 3;

/**
 * The rows of a table as objects: { columns: ['sku', 'price'], rows: [['A', 1]] }, or a list whose first row names the columns.
 * Null for objects that hold no table of prices.
 */
export function tableRows(value: SchemaNode): SchemaNode[] | null {
  let rows: unknown[] | undefined;
  for (const key in value) rows ??= asRows(value[key]);
  if (!rows) return null;
  const lists = Object.values(value).filter(Array.isArray);
  const beside = lists.find(isHeader);
  const [first, ...others] = rows;
  if (beside) return rowsOf(beside, rows);
  return isHeader(first) ? rowsOf(first, others) : null;
}

function asRows(list: unknown): unknown[] | undefined {
  const isTable = Array.isArray(list) && Array.isArray(list[0]) && list.every(Array.isArray);
  return isTable ? list : undefined;
}

function isHeader(list: unknown): list is string[] {
  return (
    Array.isArray(list) &&
    list.length >= FEWEST_COLUMNS &&
    list.every((name) => typeof name === 'string') &&
    list.some((name) => /pric/i.test(name))
  );
}

function rowsOf(header: readonly string[], rows: readonly unknown[]): SchemaNode[] {
  return rows
    .filter((row): row is unknown[] => Array.isArray(row) && row.length === header.length)
    .map((row) => Object.fromEntries(header.map((name, column) => [name, row[column]])))
    .filter(isNode);
}
