import type { EntityManager } from '@mikro-orm/postgresql';
import type { InferKyselyDB } from '@mikro-orm/sql';
import type { ColumnType, Kysely } from 'kysely';
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

/** Typed queries over the entities' tables, inside the transaction of `em` if it is in one. */
export function tables(em: EntityManager): Kysely<Tables> {
  return em.getKysely<Tables, typeof NAMING>(NAMING);
}
