import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Feedback, type FeedbackKind } from '../../entities/feedback.ts';
import { Offer } from '../../entities/offer.ts';
import { survivorOf } from '../products/products.ts';
import { tables } from '../sql/tables.ts';

/** What a shopper says of an answer. */
export interface NewFeedback {
  kind: FeedbackKind;
  userId?: string | undefined;
  offerId?: string | undefined;
  query?: string | undefined;
  helpful?: boolean | undefined;
  comment?: string | undefined;
}

/** Stores feedback for operators; an offer that does not exist is left out. */
export async function addFeedback(em: EntityManager, feedback: NewFeedback): Promise<void> {
  const { userId, offerId, ...said } = feedback;
  const isKnown = offerId !== undefined && (await em.count(Offer, offerId)) > 0;
  em.create(Feedback, { ...said, user: userId ?? null, offer: isKnown ? offerId : null });
  await em.flush();
}

/** Writes a person's review of a product, or replaces it. Null when there is no such product. */
export async function addReview(
  em: EntityManager,
  review: { productId: string; userId: string; rating: number; comment: string },
): Promise<{ id: string; added: boolean } | null> {
  const { productId, userId: user, ...said } = review;
  const product = await survivorOf(em, productId);
  if (!product) return null;
  return tables(em)
    .insertInto('review')
    .values({ product, user, ...said })
    .onConflict((conflict) =>
      conflict.columns(['product', 'user']).doUpdateSet({ ...said, createdAt: sql<Date>`now()` }),
    )
    .returning(['id', sql<boolean>`old.id is null`.as('added')])
    .executeTakeFirstOrThrow();
}
