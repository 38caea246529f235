import type { EntityManager } from '@mikro-orm/postgresql';
import { type InferKyselyDB, MikroKyselyPlugin } from '@mikro-orm/sql';
import type { ColumnType, Kysely, Selectable } from 'kysely';
import type { Cents } from '#domain/money.ts';
import type { entities } from '../../entities/all.ts';

/** Columns have the names of the entities' properties: `offer.priceCents`, and `offer.product` for the id of its product. */
const NAMING = { columnNamingStrategy: 'property' } as const;

type Inferred = InferKyselyDB<(typeof entities)[number], typeof NAMING>;
type InCents<Value> = Value extends number ? ColumnType<Cents, number, number> : Value;

/** Every table with its typed columns, derived from the entities. A column named …Cents is read as Cents. */
export type Tables = {
  [T in keyof Inferred]: {
    [C in keyof Inferred[T]]: C extends `${string}Cents` ? InCents<Inferred[T][C]> : Inferred[T][C];
  };
};

/** Below every id: where a walk in the order of ids begins. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

export type RowOf<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** Typed queries on the entities' tables, in the transaction of `em`. Columns of CTEs and subqueries keep their names in the table. */
export function tables(em: EntityManager): Kysely<Tables> {
  const naming = new MikroKyselyPlugin(em, NAMING);
  return em.getKysely<Tables>().withPlugin({
    transformQuery: (args) => naming.transformQuery(args),
    // The plugin's own renaming searches all columns of all tables for each row: 6 ms for forty rows of four tables.
    transformResult: async ({ result }) => ({ ...result, rows: byProperty(em, result.rows) }),
  });
}

/** Renames the columns of rows to properties; returns the same rows where nothing needs renaming. */
export function byProperty<Row extends object>(em: EntityManager, rows: Row[]): Row[] {
  const names = propertyNames(em);
  const columns = Object.keys(rows[0] ?? {});
  if (columns.every((column) => (names.get(column) ?? column) === column)) return rows;
  const properties = columns.map((column) => names.get(column) ?? column);
  return rows.map((row) => {
    const named: Row = Object.create(Object.prototype);
    for (const [nth, column] of columns.entries()) {
      Reflect.set(named, properties[nth] ?? column, Reflect.get(row, column));
    }
    return named;
  });
}

const namesOf = new WeakMap<object, ReadonlyMap<string, string>>();

/** Property by column, over all entities; no column has two. */
function propertyNames(em: EntityManager): ReadonlyMap<string, string> {
  const metadata = em.getMetadata();
  const known = namesOf.get(metadata);
  if (known) return known;
  const properties = [...metadata].flatMap(({ props }) => props);
  const names = new Map(
    properties.flatMap(({ name, fieldNames = [] }) => fieldNames.map((column) => [column, name])),
  );
  namesOf.set(metadata, names);
  return names;
}
