import type { EntityManager } from '@mikro-orm/postgresql';
import { type InferKyselyDB, MikroKyselyPlugin } from '@mikro-orm/sql';
import {
  AliasNode,
  ColumnNode,
  type ColumnType,
  IdentifierNode,
  type Kysely,
  ReferenceNode,
  type RootOperationNode,
  SelectionNode,
  SelectQueryNode,
  type UnknownRow,
} from 'kysely';
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

/**
 * Typed queries over the entities' tables, inside the transaction of `em` if it is in one. Values are bound as parameters. In CTEs and
 * subqueries a column keeps its name in the table, which only an `sql` fragment needs to know.
 */
export function tables(em: EntityManager): Kysely<Tables> {
  const naming = new MikroKyselyPlugin(em, NAMING);
  const names = propertyNames(em);
  return em.getKysely<Tables>().withPlugin({
    transformQuery: (args) => naming.transformQuery(args),
    // The plugin's own renaming looks for every column of every table in each row: 6 ms for forty rows of four tables.
    transformResult: async ({ result }) => ({ ...result, rows: renamed(result.rows, names) }),
  });
}

type Names = ReadonlyMap<string, string>;
const namesOf = new WeakMap<object, Names>();

/** Column → property, over all entities: no column has two. */
function propertyNames(em: EntityManager): Names {
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

function renamed(rows: UnknownRow[], names: Names): UnknownRow[] {
  const columns = Object.keys(rows[0] ?? {});
  const properties = columns.map((column) => names.get(column) ?? column);
  if (properties.every((property, nth) => property === columns[nth])) return rows;
  return rows.map((row) =>
    Object.fromEntries(columns.map((column, nth) => [properties[nth], row[column]])),
  );
}

/** A statement whose answer's columns Postgres itself names after their properties, so that its rows need no renaming. */
export function withPropertyNames(em: EntityManager, node: RootOperationNode): RootOperationNode {
  const names = propertyNames(em);
  const named = (each: SelectionNode): SelectionNode => {
    const { selection } = each;
    if (!ReferenceNode.is(selection) || !ColumnNode.is(selection.column)) return each;
    const property = names.get(selection.column.column.name);
    if (property === undefined) return each;
    return SelectionNode.create(AliasNode.create(selection, IdentifierNode.create(property)));
  };
  if (SelectQueryNode.is(node) && node.selections) {
    return { ...node, selections: node.selections.map(named) };
  }
  if (!('returning' in node) || !node.returning) return node;
  const selections = node.returning.selections.map(named);
  return { ...node, returning: { ...node.returning, selections } };
}
