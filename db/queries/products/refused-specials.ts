import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { Offer, SpecialReply } from '../../entities/offer.ts';
import { foundOffers } from '../search/search.ts';
import { BUYABLE, REFUSED_SPECIAL } from '../sql/offer-conditions.ts';
import { tables } from '../sql/tables.ts';

/** Claims read within this time still stand. */
const SEEN_DAYS = 7;

/**
 * Offers whose shop claims a former price that it never charged, with the shop's reply to that claim; the largest claimed saving first.
 * Reads the price points of all claims, so callers cache the result.
 */
export function refusedSpecials(em: EntityManager, limit: number) {
  return foundOffers(tables(em))
    .leftJoin('special_reply as reply', (join) =>
      join
        .onRef('reply.offer', '=', 'o.id')
        .onRef('reply.claimedCents', '=', sql<number>`o.original_price_cents`),
    )
    .select(['r.slug as retailerSlug'])
    .select(sql<Cents>`o.original_price_cents`.as('claimedCents'))
    .select(['reply.text as reply', 'reply.writtenAt as repliedAt'])
    .where(sql.raw<boolean>(BUYABLE))
    .where(sql<boolean>`o.last_seen_at > now() - ${sql.lit(SEEN_DAYS)} * interval '1 day'`)
    .where(sql.raw<boolean>(REFUSED_SPECIAL))
    .orderBy(sql`o.price_cents::float8 / o.original_price_cents`)
    .orderBy('o.id')
    .limit(limit)
    .execute();
}

/** Stores a shop's reply to its current claim; an empty reply deletes the stored one. False when the offer makes no claim. */
export async function replyToSpecial(
  em: EntityManager,
  offerId: string,
  { text, writtenBy }: { text: string; writtenBy: string },
): Promise<boolean> {
  const offer = await em.findOne(Offer, { id: offerId });
  const claimedCents = offer?.originalPriceCents ?? null;
  if (claimedCents === null) return false;
  if (text) {
    const reply = { offer: offerId, claimedCents, text, writtenBy, writtenAt: new Date() };
    await em.upsert(SpecialReply, reply);
  } else await em.nativeDelete(SpecialReply, { offer: offerId });
  return true;
}

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
