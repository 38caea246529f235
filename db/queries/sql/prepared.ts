import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, createQueryId, type Kysely, type RawBuilder, sql } from 'kysely';
import { type Tables, tables, withPropertyNames } from './tables.ts';

/** The values of a statement, by their names, as expressions that become parameters. */
export interface Named<Values> {
  <Name extends keyof Values>(name: Name): RawBuilder<Values[Name]>;
  /** SQL text in which `:name` stands for the value of that name. Throws where there is none. */
  text<Row>(text: string): RawBuilder<Row>;
}

/** A query of Kysely's builder, or an `sql` template. */
interface Compilable<Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>;
}

interface Compiled {
  text: string;
  /** The parameters $1, $2, … of one run. */
  parametersOf(values: object): unknown[];
}

/**
 * A hot read, compiled once a process and kept by each connection under its name, with one plan for all values from the sixth run
 * on: for statements that cost more to compile and plan than to run. A `variant` (a limit, a sort) is written into the text, and
 * each has its own plan; keep it to few. In a transaction of `em` the statement is planned anew, for its values.
 */
export function preparedQuery<
  Values extends object,
  Row extends object,
  Variant extends (string | number)[],
>(
  name: string,
  build: (db: Kysely<Tables>, value: Named<Values>, ...variant: Variant) => Compilable<Row>,
): (em: EntityManager, values: Values, ...variant: Variant) => Promise<Row[]> {
  const known = new Map<string, Compiled>();
  return async (em, values, ...variant) => {
    const key = [name, ...variant].join(' ');
    const compiled =
      known.get(key) ?? compile<Values>(em, (db, value) => build(db, value, ...variant));
    known.set(key, compiled);
    const parameters = compiled.parametersOf(values);
    if (em.isInTransaction()) {
      const statement = CompiledQuery.raw(compiled.text, parameters);
      return (await em.getKysely().executeQuery<Row>(statement)).rows;
    }
    const pool = await em.getConnection().getNativeClient();
    const { rows } = await pool.query<Row>({ name: key, text: compiled.text, values: parameters });
    return rows;
  };
}

function compile<Values>(
  em: EntityManager,
  build: (db: Kysely<Tables>, value: Named<Values>) => Compilable<unknown>,
): Compiled {
  const slots = new Map<unknown, PropertyKey>();
  const value = namedBy<Values>((name) => {
    const slot = {};
    slots.set(slot, name);
    return slot;
  });
  const db = tables(em);
  const { query } = build(db, value).compile(db);
  const { sql: text, parameters } = db
    .getExecutor()
    .compileQuery(withPropertyNames(em, query), createQueryId());
  return {
    text,
    parametersOf: (values) =>
      parameters.map((each) => {
        const name = slots.get(each);
        return name === undefined ? each : lookUp(values, name);
      }),
  };
}

/** The same for a statement that is planned for its values: `sql` and builders take them from here by name. */
export function named<Values extends object>(values: Values): Named<Values> {
  return namedBy((name) => lookUp(values, name));
}

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
  if (!Object.hasOwn(values, name))
    throw new TypeError(`the statement has no value "${String(name)}"`);
  return Reflect.get(values, name);
}
