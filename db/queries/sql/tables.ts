import type { EntityManager } from '@mikro-orm/postgresql';
import { type InferKyselyDB, MikroKyselyPlugin } from '@mikro-orm/sql';
import {
  AliasNode,
  ColumnNode,
  type ColumnType,
  DeleteQueryNode,
  IdentifierNode,
  InsertQueryNode,
  type Kysely,
  ReferenceNode,
  type RootOperationNode,
  SelectAllNode,
  SelectionNode,
  SelectQueryNode,
  UpdateQueryNode,
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
 * Typed queries over the entities' tables, inside the transaction of `em` if it is in one. Values are bound as parameters. Rows
 * come back under the names that the query gives: Postgres itself is asked for `price_cents as "priceCents"`.
 */
export function tables(em: EntityManager): Kysely<Tables> {
  const naming = new MikroKyselyPlugin(em, NAMING);
  const names = propertyNames(em);
  return em.getKysely<Tables>().withPlugin({
    transformQuery: (args) => withPropertyNames(naming.transformQuery(args), names),
    // The plugin would rename each row again, at the price of some milliseconds for forty of them.
    transformResult: async ({ result }) => result,
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

/** Adds `as "property"` to the columns that a statement answers with, where it gives them no name itself. */
function withPropertyNames(node: RootOperationNode, names: Names): RootOperationNode {
  if (SelectQueryNode.is(node) && node.selections) {
    return { ...node, selections: node.selections.map((each) => named(each, names)) };
  }
  const isWrite = InsertQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node);
  if (!isWrite || !node.returning) return node;
  const selections = node.returning.selections.map((each) => named(each, names));
  return { ...node, returning: { ...node.returning, selections } };
}

function named(node: SelectionNode, names: Names): SelectionNode {
  const { selection } = node;
  if (SelectAllNode.is(selection)) throw new TypeError('name the columns: selectAll has none');
  if (!ReferenceNode.is(selection)) return node;
  if (!ColumnNode.is(selection.column)) throw new TypeError('name the columns: selectAll has none');
  const column = selection.column.column.name;
  const property = names.get(column) ?? column;
  return property === column
    ? node
    : SelectionNode.create(AliasNode.create(selection, IdentifierNode.create(property)));
}
