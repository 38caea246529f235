import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../sql/tables.ts';
import { deleteOwn } from './own-rows.ts';

/** Begins a person's feed, in place of the one that they have. Returns its id. */
export async function renewFeed(em: EntityManager, userId: string): Promise<string> {
  await deleteOwn(em, 'favorite_feed', userId);
  const { id } = await tables(em)
    .insertInto('favorite_feed')
    .values({ user: userId })
    // A call at the same time was first: its feed counts.
    .onConflict((conflict) => conflict.column('user').doUpdateSet({ user: userId }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function feedOf(em: EntityManager, userId: string): Promise<string | null> {
  const feeds = tables(em).selectFrom('favorite_feed').select('id');
  return (await feeds.where('user', '=', userId).executeTakeFirst())?.id ?? null;
}

/** The person whose feed this is; null once it has ended. */
export async function ownerOfFeed(em: EntityManager, id: string): Promise<string | null> {
  const feeds = tables(em).selectFrom('favorite_feed').select('user');
  return (await feeds.where('id', '=', id).executeTakeFirst())?.user ?? null;
}
