/* The growth of the catalogue, seen by one clock at a time, however many workers run. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Offer } from '../../entities/offer.ts';
import { CatalogueSize } from '../../entities/operations.ts';
import { tables } from '../sql/tables.ts';
import { textRules } from './text-rules.ts';

/** Shorter than the clock's interval: the next tick checks, a second worker's tick at the same time does not. */
const CHECK_EVERY = sql`interval '4 seconds'`;

/**
 * Compares the number of offers with that at the last check and at the jobs it caused. Null when another worker has just checked. A
 * clock that dies before it adds its jobs leaves them to the next check.
 */
export async function checkCatalogueSize(em: EntityManager) {
  const offers = await em.count(Offer);
  const row = await tables(em)
    .insertInto('catalogue_size')
    .values({ offers, offersAtRematch: offers })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ offers, checkedAt: sql<Date>`now()` })
        .where(sql<boolean>`catalogue_size.checked_at <= now() - ${CHECK_EVERY}`),
    )
    .returning(['offersAtRematch', 'offersInVocabulary', 'textRules'])
    .returning(sql<number | null>`old.offers`.as('offersBefore'))
    .executeTakeFirst();
  if (!row) return null;
  const { offersBefore, offersAtRematch } = row;
  const offersInVocabulary = row.textRules === textRules() ? row.offersInVocabulary : 0;
  return { offers, offersBefore, offersInVocabulary, offersAtRematch };
}

/** Records that jobs were added for this many offers. */
export async function noteCatalogueJobs(
  em: EntityManager,
  job: 'vocabulary' | 'rematch',
  offers: number,
): Promise<void> {
  const noted =
    job === 'vocabulary'
      ? { offersInVocabulary: offers, textRules: textRules() }
      : { offersAtRematch: offers };
  await em.nativeUpdate(CatalogueSize, { id: 1 }, noted);
}
