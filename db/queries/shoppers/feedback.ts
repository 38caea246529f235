import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { FeedbackKind } from '../../entities/shopper.ts';
import { survivorOf } from '../products/products.ts';
import { tables } from '../sql/tables.ts';

/** A shopper's feedback on an answer. */
interface NewFeedback {
  kind: FeedbackKind;
  userId?: string | undefined;
  offerId?: string | undefined;
  query?: string | undefined;
  helpful?: boolean | undefined;
  comment?: string | undefined;
}

/** Stores feedback for operators, without an offer that does not exist. */
export async function addFeedback(em: EntityManager, feedback: NewFeedback): Promise<void> {
  const { kind, userId, offerId, query, helpful, comment } = feedback;
  await tables(em)
    .insertInto('feedback')
    .values(({ selectFrom }) => ({
      kind,
      user: userId ?? null,
      query: query ?? null,
      helpful: helpful ?? null,
      comment: comment ?? null,
      offer: offerId ? selectFrom('offer').select('id').where('id', '=', offerId) : null,
    }))
    .execute();
}

/** Adds or replaces a person's review of a product. Null when there is no such product. */
export async function addReview(
  em: EntityManager,
  review: { productId: string; userId: string; rating: number; comment: string },
): Promise<{ id: string; added: boolean } | null> {
  const { productId, userId: user, ...content } = review;
  const product = await survivorOf(em, productId);
  if (!product) return null;
  return tables(em)
    .insertInto('review')
    .values({ product, user, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['product', 'user'])
        .doUpdateSet({ ...content, createdAt: sql<Date>`now()` }),
    )
    .returning(['id', sql<boolean>`old.id is null`.as('added')])
    .executeTakeFirstOrThrow();
}
