import type { EntityManager } from '@mikro-orm/postgresql';
import { Docket } from '../../entities/docket.ts';

/** The list that a person keeps; null where there is none. */
export async function keptDocket(em: EntityManager, userId: string): Promise<string | null> {
  return (await em.findOne(Docket, { user: userId }))?.list ?? null;
}

/** Keeps a list in place of the one before; an empty one is forgotten. */
export async function keepDocket(em: EntityManager, userId: string, list: string): Promise<void> {
  if (list) await em.upsert(Docket, { user: userId, list, updatedAt: new Date() });
  else await em.nativeDelete(Docket, { user: userId });
}
