import type { EntityManager } from '@mikro-orm/postgresql';
import type { InferKyselyDB } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { entities } from '../../entities/all.ts';

/** Columns have the names of the entities' properties: `offer.priceCents`, and `offer.product` for the id of its product. */
const NAMING = { columnNamingStrategy: 'property' } as const;

/** Every table with its typed columns, derived from the entities. */
export type Tables = InferKyselyDB<(typeof entities)[number], typeof NAMING>;

/** Typed queries over the entities' tables, inside the transaction of `em` if it is in one. */
export function tables(em: EntityManager): Kysely<Tables> {
  return em.getKysely<Tables, typeof NAMING>(NAMING);
}
