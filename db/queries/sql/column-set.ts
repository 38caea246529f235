import { type RawBuilder, sql } from 'kysely';

/** A column of a bulk statement on table o: its type, its new value in an upsert, and whether row x leaves it unchanged. */
export interface Column {
  type: 'text' | 'int' | 'real' | 'jsonb' | 'uuid';
  set?(column: string): string;
  isSame?(column: string): string;
}

/** A column that keeps its first value. */
export const first = (type: Column['type']): Column => ({ type });

/** A column that takes each new value. */
export const replaced = (type: Column['type']): Column => ({
  type,
  set: (column) => `excluded.${column}`,
  isSame: (column) => `o.${column} is not distinct from x.${column}`,
});

/** A column that takes each new value, but keeps the stored one where that is missing. */
export const kept = (type: Column['type']): Column => ({
  type,
  set: (column) => `coalesce(excluded.${column}, o.${column})`,
  isSame: (column) => `(x.${column} is null or o.${column} = x.${column})`,
});

type Rows<Name extends string> = readonly Readonly<Record<Name, unknown>>[];

/**
 * Builds the parts of a bulk statement from its columns. Rows are passed as one array for each column, which Postgres reads far faster than
 * JSON.
 */
export function columnSet<Name extends string>(columns: Readonly<Record<Name, Column>>) {
  const list = Object.entries<Column>(columns).map(([name, column]) => {
    return { ...column, name, column: name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`) };
  });
  const names = sql.raw(list.map(({ column }) => column).join(', '));
  const arrayOf = (rows: Rows<string>, name: string) => rows.map((row) => cell(row[name]));
  const unnested = (array: (name: string) => RawBuilder<unknown>) =>
    sql`unnest(${sql.join(list.map(({ name, type }) => sql`${array(name)}::${sql.raw(type)}[]`))})`;
  return {
    /** All columns by their names in the table. */
    names,
    /** For the `set` of an upsert. */
    updates: sql.raw(
      list.flatMap(({ column, set }) => (set ? `${column} = ${set(column)}` : [])).join(', '),
    ),
    /** Whether row x leaves the stored row o unchanged. */
    isSame: sql.raw<boolean>(
      list.flatMap(({ column, isSame }) => isSame?.(column) ?? []).join(' and '),
    ),
    /** For a named statement: the arrays by property name, and SQL that makes rows of them. */
    arraysOf: (rows: Rows<Name>) =>
      Object.fromEntries(list.map(({ name }) => [name, arrayOf(rows, name)])),
    unnested,
    /** The rows as the table x. */
    table: (rows: Rows<Name>) =>
      sql<object>`${unnested((name) => sql`${arrayOf(rows, name)}`)}`.as<'x'>(sql`x(${names})`),
  };
}

function cell(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
