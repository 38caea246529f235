import { type EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { Preferences, UserRole } from '../../entities/user.ts';
import { endMailedLinks } from './sign-in.ts';

/** What every shopper prefers until they say otherwise (spec §3); prices in dollars. */
export const DEFAULT_PREFERENCES: Preferences = {
  categories: [],
  priceRange: { min: 0, max: 10_000 },
  preferredRetailers: [],
  currency: 'AUD',
};

export interface UserRow {
  id: string;
  email: string;
  name: string;
  role: UserRole;
  preferences: Preferences | null;
  lastLogin: Date | null;
  loginCount: number;
}

const COLUMNS = `id, email, name, role, preferences, last_login as "lastLogin", login_count as "loginCount"`;

/** One person by id; null when there is none. */
export async function findUser(em: EntityManager, id: string): Promise<UserRow | null> {
  const rows = await em.execute<UserRow[]>(`select ${COLUMNS} from user_account where id = ?`, [
    id,
  ]);
  return rows[0] ?? null;
}

/** Counts a sign-in and answers the person as they now are. */
export async function recordLogin(em: EntityManager, id: string): Promise<UserRow> {
  const rows = await em.execute<UserRow[]>(
    `update user_account set last_login = now(), login_count = login_count + 1 where id = ? returning ${COLUMNS}`,
    [id],
  );
  if (!rows[0]) throw new Error(`user ${id} signed in but is not there`);
  return rows[0];
}

/** Replaces a person's preferences. */
export async function savePreferences(
  em: EntityManager,
  id: string,
  preferences: Preferences,
): Promise<void> {
  await em.execute(
    'update user_account set preferences = ?::jsonb, updated_at = now() where id = ?',
    [JSON.stringify(preferences), id],
  );
}

/** Whether another account than this person's has the address; any account, with `id` null. */
export async function isEmailTaken(
  em: EntityManager,
  id: string | null,
  email: string,
): Promise<boolean> {
  const rows = await em.execute(
    'select 1 from user_account where email = ? and id is distinct from ?::uuid',
    [email.toLowerCase(), id],
  );
  return rows.length > 0;
}

/**
 * Sets name and address; a new address is unverified, and links that were mailed to the former one are over. False when
 * another account has the address.
 */
export async function saveProfile(
  em: EntityManager,
  id: string,
  profile: { name: string; email: string },
): Promise<boolean> {
  const email = profile.email.toLowerCase();
  try {
    return await em.transactional(async (tx) => {
      const rows = await tx.execute<{ moved: boolean }[]>(
        `update user_account set name = ?, email_verified = email_verified and email = ?, email = ?, updated_at = now()
         where id = ? returning old.email <> new.email as moved`,
        [profile.name, email, email, id],
      );
      if (rows[0]?.moved) await endMailedLinks(tx, id);
      return rows.length === 1;
    });
  } catch (fault) {
    // The index says it also of an account that takes the address at this moment, which no query would see yet.
    if (fault instanceof UniqueConstraintViolationException) return false;
    throw fault;
  }
}

/** Makes a person an operator. False when no account has the address. */
export async function promoteToOperator(em: EntityManager, email: string): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `update user_account set role = 'operator', updated_at = now() where email = ? returning id`,
    [email.toLowerCase()],
  );
  return rows.length === 1;
}

/**
 * The mails of person u: those that name them or an alert of theirs, and all to their address once they have shown that
 * it is theirs. Anyone may open an account with the address of another. SQL over mail m and user_account u.
 */
export const OWN_MAIL = `(strpos(m.key, u.id::text) > 0
  or starts_with(m.key, 'confirm-newsletter:' || u.email || ':') and exists (
    select 1 from newsletter_subscriber n where n.email = u.email and n.state = 'unconfirmed')
  or m.key like 'alert:%' and split_part(m.key, ':', 2) in (select id::text from alert where user_id = u.id)
  or m.recipient = u.email and u.email_verified)`;

/** The subscription of person u: one that was confirmed belongs to who proves the address. SQL over newsletter_subscriber n. */
export const OWN_SUBSCRIPTION = `(n.email = u.email and (u.email_verified or n.state = 'unconfirmed'))`;

/**
 * Deletes a person and everything of theirs; foreign keys take sessions, credentials, histories, favourites,
 * alerts, confirmed addresses and reviews along. Searches stay, without the person.
 */
export async function deleteUser(em: EntityManager, id: string): Promise<void> {
  await em.transactional(async (tx) => {
    // An alert that is firing now is waited for, and none fires any more: its mail would come after the person went.
    await tx.execute('select id from alert where user_id = ? for update', [id]);
    await tx.execute(`delete from mail m using user_account u where u.id = ? and ${OWN_MAIL}`, [
      id,
    ]);
    await tx.execute(
      `delete from newsletter_subscriber n using user_account u where u.id = ? and ${OWN_SUBSCRIPTION}`,
      [id],
    );
    await endMailedLinks(tx, id);
    await tx.execute('delete from user_account where id = ?', [id]);
  });
}
