import {
  type EntityManager,
  LockMode,
  UniqueConstraintViolationException,
} from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Alert, PricePass } from '../../entities/alert.ts';
import { type Preferences, User } from '../../entities/user.ts';
import { WatchedSearch } from '../../entities/watched-search.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { tables } from '../sql/tables.ts';
import { endMailedLinks } from './sign-in.ts';

/** Default preferences of a new shopper (spec §3); prices in dollars. */
export const DEFAULT_PREFERENCES: Preferences = {
  categories: [],
  priceRange: { min: 0, max: 10_000 },
  preferredRetailers: [],
  currency: 'AUD',
};

const COLUMNS = [
  'id',
  'email',
  'name',
  'role',
  'preferences',
  'lastLogin',
  'loginCount',
  'emailVerified',
] as const;

/** The account data shown to its owner. */
export type UserRow = Awaited<ReturnType<typeof recordLogin>>;

/** The account with this id, or address in lower case; null when there is none. */
export async function findUser(em: EntityManager, by: { id: string } | { email: string }) {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['email', by.email] as const);
  const users = tables(em).selectFrom('user_account').select(COLUMNS);
  return (await users.where(column, '=', value).executeTakeFirst()) ?? null;
}

export async function recordLogin(em: EntityManager, id: string) {
  return tables(em)
    .updateTable('user_account')
    .set((eb) => ({ lastLogin: sql<Date>`now()`, loginCount: eb('loginCount', '+', 1) }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Replaces the given preferences of a person in one statement, so that concurrent changes keep each other. Null without an account. */
export async function changePreferences(
  em: EntityManager,
  id: string,
  change: { [Name in keyof Preferences]?: Preferences[Name] | undefined },
): Promise<Preferences | null> {
  const merged = sql<Preferences>`coalesce(preferences, ${JSON.stringify(DEFAULT_PREFERENCES)}::jsonb) || ${JSON.stringify(change)}::jsonb`;
  const changed = await tables(em)
    .updateTable('user_account')
    .set({ preferences: merged, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('preferences')
    .executeTakeFirst();
  return changed?.preferences ?? null;
}

/** True when an account other than `id` has the address; with `id` null, any account counts. */
export async function isEmailTaken(em: EntityManager, id: string | null, email: string) {
  const others = id === null ? {} : { id: { $ne: id } };
  return (await em.count(User, { email: email.toLowerCase(), ...others })) > 0;
}

/** Sets name and address. A new address is unverified, suspends an operator and ends mailed links. False when the address is taken. */
export async function saveProfile(
  em: EntityManager,
  id: string,
  profile: { name: string; email: string },
): Promise<boolean> {
  const email = profile.email.toLowerCase();
  try {
    return await inTransaction(em, async (tx) => {
      const user = await tx.findOne(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!user) return false;
      if (user.email !== email) {
        user.emailVerified = false;
        if (user.role === 'operator') user.role = 'resting';
        await endMailedLinks(tx, id);
      }
      tx.assign(user, { name: profile.name, email, updatedAt: new Date() });
      return true;
    });
  } catch (fault) {
    // The unique index catches a concurrent claim of the address that no query can see yet.
    if (fault instanceof UniqueConstraintViolationException) return false;
    throw fault;
  }
}

/** Makes a person an operator. False when no account has the address. */
export async function promoteToOperator(em: EntityManager, email: string): Promise<boolean> {
  const change = { role: 'operator', updatedAt: new Date() } as const;
  return (await em.nativeUpdate(User, { email: email.toLowerCase() }, change)) === 1;
}

/** Condition: mail m concerns person u. Its key names them or one of their alerts, or it went to their verified address. */
export const OWN_MAIL = sql<boolean>`(strpos(m.key, u.id::text) > 0
  or starts_with(m.key, 'confirm-newsletter:' || u.email || ':') and exists (
    select 1 from newsletter_subscriber n where n.email = u.email and n.state = 'unconfirmed')
  or m.key like 'alert:%' and split_part(m.key, ':', 2) in (select id::text from alert where user_id = u.id)
  or m.recipient = u.email and u.email_verified)`;

/** Condition: subscription n is person u's, if confirmed only once their address is verified. */
export const OWN_SUBSCRIPTION = sql<boolean>`(n.email = u.email and (u.email_verified or n.state = 'unconfirmed'))`;

/** Deletes an account and everything that references it; counted searches stay, without the person. */
export async function deleteUser(em: EntityManager, id: string): Promise<void> {
  await inTransaction(em, async (tx) => {
    // Waits for calls that add rows and mails of the person, and stops later ones.
    await tx.findOne(User, id, { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE });
    // Waits for an alert, pass or search that is being mailed and stops later ones, whose mail would outlive the account.
    const inOrder = { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    await tx.find(Alert, { user: id }, { fields: ['id'], ...inOrder });
    await tx.find(PricePass, { user: id }, { fields: ['id'], ...inOrder });
    await tx.find(WatchedSearch, { user: id }, { fields: ['id'], ...inOrder });
    const ofPerson = tables(tx).deleteFrom('mail as m').using('user_account as u');
    await ofPerson.where('u.id', '=', id).where(OWN_MAIL).execute();
    const subscription = tables(tx)
      .deleteFrom('newsletter_subscriber as n')
      .using('user_account as u');
    await subscription.where('u.id', '=', id).where(OWN_SUBSCRIPTION).execute();
    await endMailedLinks(tx, id);
    await tx.nativeDelete(User, id);
  });
}

/** True when at least one account may open /admin. */
export async function hasOperator(em: EntityManager): Promise<boolean> {
  return (await em.count(User, { role: 'operator' })) > 0;
}
