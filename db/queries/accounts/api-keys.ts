import { createHash, randomBytes } from 'node:crypto';
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { ApiKey } from '../../entities/user.ts';
import { withAdvisoryLock } from '../sql/advisory-lock.ts';
import { fromNow } from '../sql/moment.ts';
import { tables } from '../sql/tables.ts';

/** Prefix of every key, so that logs and secret scanners recognise one. */
export const KEY_PREFIX = 'prk_';

const SECRET_BYTES = 24;
/** Characters of a key that are shown to its owner and to operators: 24 bits of the secret. */
const SHOWN_CHARACTERS = KEY_PREFIX.length + 4;
const LAST_USED_EVERY_MS = 60_000;

const OWN = ['id', 'name', 'prefix', 'createdAt', 'lastUsedAt'] as const;

/** Adds a key. The returned `key` is not stored, so it cannot be shown again. Null when the person already has `most` keys. */
export async function addApiKey(em: EntityManager, userId: string, name: string, most: number) {
  return withAdvisoryLock(em, `api-keys:${userId}`, async (tx) => {
    if ((await tx.count(ApiKey, { user: userId })) >= most) return null;
    const key = KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
    const row = await tables(tx)
      .insertInto('api_key')
      .values({ user: userId, name, prefix: key.slice(0, SHOWN_CHARACTERS), hash: hashOf(key) })
      .returning(OWN)
      .executeTakeFirstOrThrow();
    return { ...row, key };
  });
}

/** A person's keys, newest first. */
export function apiKeysOf(em: EntityManager, userId: string) {
  return tables(em)
    .selectFrom('api_key')
    .select(OWN)
    .where('user', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}

/** Returns the id of the key's owner and records its use, at most once a minute; null for an unknown key. */
export async function ownerOfApiKey(em: EntityManager, key: string): Promise<string | null> {
  const row = await tables(em)
    .selectFrom('api_key')
    .select(['id', 'user'])
    .where('hash', '=', hashOf(key))
    .executeTakeFirst();
  if (!row) return null;
  const isNotedLongAgo = {
    $or: [{ lastUsedAt: null }, { lastUsedAt: { $lt: fromNow(-LAST_USED_EVERY_MS) } }],
  };
  await em.nativeUpdate(ApiKey, { id: row.id, ...isNotedLongAgo }, { lastUsedAt: raw('now()') });
  return row.user;
}

/** Every key with its owner's address, last used first, for operators. */
export function newestApiKeys(em: EntityManager, most: number) {
  return tables(em)
    .selectFrom('api_key as k')
    .innerJoin('user_account as u', 'u.id', 'k.user')
    .select(['k.id', 'k.name', 'k.prefix', 'k.createdAt', 'k.lastUsedAt', 'u.email'])
    .orderBy('k.lastUsedAt', (order) => order.desc().nullsLast())
    .orderBy('k.id', 'desc')
    .limit(most)
    .execute();
}

/** Deletes any key, for operators. */
export async function endApiKey(em: EntityManager, id: string): Promise<void> {
  await em.nativeDelete(ApiKey, id);
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
