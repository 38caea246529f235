import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { foundOffers } from '../search/search.ts';
import { BUYABLE } from '../sql/offer-conditions.ts';
import { tables } from '../sql/tables.ts';

/** Available offers whose figures in the name changed, the latest change first; some packs shrank, some grew. */
export function offersWithEarlierPack(em: EntityManager, limit: number) {
  return foundOffers(tables(em))
    .select(['r.slug as retailerSlug'])
    .where('o.earlierPack', 'is not', null)
    .where(sql.raw<boolean>(BUYABLE))
    .orderBy(sql`o.earlier_pack->>'seenAt' desc`)
    .orderBy('o.id')
    .limit(limit)
    .execute();
}
