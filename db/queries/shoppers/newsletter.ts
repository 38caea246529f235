import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { NewsletterSubscriber } from '../../entities/mail.ts';
import { tables } from '../sql/tables.ts';

/** Adds an address that asked for the newsletter. False when it is already confirmed. */
export async function addSubscriber(em: EntityManager, email: string): Promise<boolean> {
  const added = await tables(em)
    .insertInto('newsletter_subscriber')
    .values({ email, state: 'unconfirmed' })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ state: 'unconfirmed', createdAt: sql<Date>`now()` })
        .where('newsletter_subscriber.state', '<>', 'confirmed'),
    )
    .returning('email')
    .execute();
  return added.length > 0;
}

/**
 * The first `limit` addresses after `after`, confirmed before a moment, for which no mail exists whose key is `keyStart` followed by the
 * address.
 */
export async function subscribersWithoutMail(
  em: EntityManager,
  keyStart: string,
  confirmedBefore: Date,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const subscribers = await tables(em)
    .selectFrom('newsletter_subscriber as n')
    .leftJoin('mail as m', (join) => join.on('m.key', '=', sql<string>`${keyStart} || n.email`))
    .select('n.email')
    .where('n.state', '=', 'confirmed')
    .where('n.confirmedAt', '<', confirmedBefore)
    .where('m.id', 'is', null)
    .where('n.email', '>', after)
    .orderBy('n.email')
    .limit(limit)
    .execute();
  return subscribers.map(({ email }) => email);
}

/** Confirms or ends a subscription. False when the address is not on the list. */
export async function setSubscriberState(
  em: EntityManager,
  email: string,
  state: 'confirmed' | 'unsubscribed',
): Promise<boolean> {
  const change = state === 'confirmed' ? { state, confirmedAt: new Date() } : { state };
  return (await em.nativeUpdate(NewsletterSubscriber, { email }, change)) > 0;
}

/** Whether an address is confirmed and has not left since. */
export async function isSubscribed(em: EntityManager, email: string): Promise<boolean> {
  return (await em.count(NewsletterSubscriber, { email, state: 'confirmed' })) > 0;
}
