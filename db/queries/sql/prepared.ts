import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { byProperty, type Tables, tables } from './tables.ts';
import { queryWithinTime } from './time-limit.ts';

/** The values of a statement by name, as expressions that become parameters. */
export interface Named<Values> {
  <Name extends keyof Values>(name: Name): RawBuilder<Values[Name]>;
  /** SQL text in which `:name` stands for a value. Throws for an unknown name. */
  text<Row>(text: string): RawBuilder<Row>;
}

/** A query of Kysely's builder, or an `sql` template. */
interface Compilable<Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>;
}

/**
 * A frequent query, compiled once for each process and prepared under its name: from the sixth run on, Postgres uses one plan for all
 * values. Each `variant` (a limit, a sort) has its own text and plan. A transaction of `em` plans it anew. Outside one, the limit of
 * `withinTime` applies.
 */
export function preparedQuery<
  Values extends object,
  Row extends object,
  Variant extends (string | number)[],
>(
  name: string,
  build: (db: Kysely<Tables>, value: Named<Values>, ...variant: Variant) => Compilable<Row>,
): (em: EntityManager, values: Values, ...variant: Variant) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  const compile = (db: Kysely<Tables>, variant: Variant) =>
    build(db, namedBy(slotOf), ...variant).compile(db);
  return async (em, values, ...variant) => {
    const key = [name, ...variant].join(' ');
    const query = compiled.get(key) ?? compile(tables(em), variant);
    compiled.set(key, query);
    const parameters = query.parameters.map((each) =>
      each instanceof Slot ? lookUp(values, each.name) : each,
    );
    if (em.isInTransaction()) {
      return (await tables(em).executeQuery<Row>(CompiledQuery.raw(query.sql, parameters))).rows;
    }
    const pool = await em.getConnection().getNativeClient();
    const { rows } = await queryWithinTime<Row>(pool, {
      name: key,
      text: query.sql,
      values: parameters,
    });
    return byProperty(em, rows);
  };
}

/** Values of a statement that is planned for them. */
export function named<Values extends object>(values: Values): Named<Values> {
  return namedBy((name) => lookUp(values, name));
}

/** The place of a value in a compiled statement. */
class Slot {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}
const slotOf = (name: PropertyKey) => new Slot(name);

const NAME = /(?<!:):([a-z]\w*)/i;

function namedBy<Values>(bind: (name: PropertyKey) => unknown): Named<Values> {
  const value = <Name extends keyof Values>(name: Name) => sql<Values[Name]>`${bind(name)}`;
  const text = <Row>(source: string) => {
    const parts = source.split(NAME).map((part, nth) => (nth % 2 ? bind(part) : sql.raw(part)));
    return sql<Row>`${sql.join(parts, sql``)}`;
  };
  return Object.assign(value, { text });
}

function lookUp(values: object, name: PropertyKey): unknown {
  if (!Object.hasOwn(values, name)) {
    throw new TypeError(`the statement has no value "${String(name)}"`);
  }
  return Reflect.get(values, name);
}
