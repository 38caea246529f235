import type { EntityManager } from '@mikro-orm/postgresql';
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { type Tables, tables } from './tables.ts';

/** A value of a statement, by its name: an expression that becomes a parameter. */
export type Value<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

/** A query of Kysely's builder, or an `sql` template. */
interface Compilable<Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>;
}

interface Compiled<Values> {
  text: string;
  /** The parameters $1, $2, … of one run. */
  parametersOf(values: Values): unknown[];
}

/**
 * A hot read, compiled once a process and kept by each connection under its name, with one plan for all values from the sixth run
 * on: for statements that cost more to compile and plan than to run. A `variant` (a limit, a sort) is written into the text, and
 * each has its own plan; keep it to few. Runs outside any transaction of `em`.
 */
export function preparedQuery<Values, Row extends object, Variant extends (string | number)[]>(
  name: string,
  build: (db: Kysely<Tables>, value: Value<Values>, ...variant: Variant) => Compilable<Row>,
): (em: EntityManager, values: Values, ...variant: Variant) => Promise<Row[]> {
  const known = new Map<string, Compiled<Values>>();
  return async (em, values, ...variant) => {
    const key = [name, ...variant].join(' ');
    const compiled =
      known.get(key) ?? compile<Values>(tables(em), (db, value) => build(db, value, ...variant));
    known.set(key, compiled);
    const pool = await em.getConnection().getNativeClient();
    const parameters = compiled.parametersOf(values);
    const { rows } = await pool.query<Row>({ name: key, text: compiled.text, values: parameters });
    return rows;
  };
}

function compile<Values>(
  db: Kysely<Tables>,
  build: (db: Kysely<Tables>, value: Value<Values>) => Compilable<unknown>,
): Compiled<Values> {
  const slots = new Map<unknown, keyof Values>();
  const value: Value<Values> = (name) => {
    const slot = {};
    slots.set(slot, name);
    return sql`${slot}`;
  };
  const { sql: text, parameters } = build(db, value).compile(db);
  return {
    text,
    parametersOf: (values) =>
      parameters.map((each) => {
        const name = slots.get(each);
        return name === undefined ? each : values[name];
      }),
  };
}

/** As `preparedQuery`, of a text whose values are $1, $2 …; a null name sends it unnamed, planned for its values. */
export async function prepared<Row extends object>(
  em: EntityManager,
  name: string | null,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const pool = await em.getConnection().getNativeClient();
  const { rows } = await pool.query<Row>({ ...(name !== null && { name }), text, values });
  return rows;
}
