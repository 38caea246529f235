import type { EntityManager } from '@mikro-orm/postgresql';
import { FavoriteFeed } from '../../entities/shopper.ts';
import { tables } from '../sql/tables.ts';

/** Begins a person's feed, in place of the one that they have. Returns its id. */
export async function renewFeed(em: EntityManager, userId: string): Promise<string> {
  await endFeed(em, userId);
  const { id } = await tables(em)
    .insertInto('favorite_feed')
    .values({ user: userId })
    // A call at the same time was first: its feed counts.
    .onConflict((conflict) => conflict.column('user').doUpdateSet({ user: userId }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends a person's feed: its address leads nowhere from now on. False when there is none. */
export async function endFeed(em: EntityManager, userId: string): Promise<boolean> {
  return (await em.nativeDelete(FavoriteFeed, { user: userId })) > 0;
}

/** The id of a person's feed; null when there is none. */
export async function feedOf(em: EntityManager, userId: string): Promise<string | null> {
  const feeds = tables(em).selectFrom('favorite_feed').select('id');
  return (await feeds.where('user', '=', userId).executeTakeFirst())?.id ?? null;
}

/** The person whose feed this is; null once it has ended. */
export async function ownerOfFeed(em: EntityManager, id: string): Promise<string | null> {
  const feeds = tables(em).selectFrom('favorite_feed').select('user');
  return (await feeds.where('id', '=', id).executeTakeFirst())?.user ?? null;
}
