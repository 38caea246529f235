import type { EntityManager } from '@mikro-orm/postgresql';
import type { FeedbackKind } from '../../entities/feedback.ts';

/** What a shopper says of an answer; an offer that does not exist is left out. */
export interface NewFeedback {
  kind: FeedbackKind;
  userId?: string | undefined;
  offerId?: string | undefined;
  query?: string | undefined;
  helpful?: boolean | undefined;
  comment?: string | undefined;
}

/** Stores feedback for operators. */
export async function addFeedback(em: EntityManager, feedback: NewFeedback): Promise<void> {
  await em.execute(
    `insert into feedback (kind, user_id, offer_id, query, helpful, comment)
     values (?, ?, (select id from offer where id = ?), ?, ?, ?)`,
    [
      feedback.kind,
      feedback.userId ?? null,
      feedback.offerId ?? null,
      feedback.query ?? null,
      feedback.helpful ?? null,
      feedback.comment ?? null,
    ],
  );
}
