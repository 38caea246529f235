/* The second factor of an account and the log of its sign-ins. better-auth itself writes the rows of second_factor. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AccountEventKind, AccountWay } from '#domain/account/account-events.ts';
import { Credential, SecondFactor, Session, User } from '../../entities/user.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { tables } from '../sql/tables.ts';

/** An account by id, or by an address that somebody typed and no account may have. */
export type Whose = { userId: string } | { email: string };

/** An account event. `network` is a keyed hash of the client's network; null for the command line. */
export interface NewAccountEvent {
  kind: AccountEventKind;
  way: AccountWay;
  network: string | null;
  atAdmin?: boolean;
}

export async function noteAccountEvent(em: EntityManager, whose: Whose, event: NewAccountEvent) {
  const [column, value] =
    'userId' in whose
      ? (['id', whose.userId] as const)
      : (['email', whose.email.toLowerCase()] as const);
  await tables(em)
    .insertInto('account_event')
    .values((eb) => ({
      ...event,
      user: eb.selectFrom('user_account').select('id').where(column, '=', value),
    }))
    .execute();
}

/** A person's newest events. */
export function accountEventsOf(em: EntityManager, userId: string, limit: number) {
  return tables(em)
    .selectFrom('account_event')
    .select(['kind', 'way', 'atAdmin', 'happenedAt'])
    .where('user', '=', userId)
    .orderBy('happenedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The newest events of all accounts with each account's address; null where no account had the typed address. */
export function newestAccountEvents(em: EntityManager, limit: number) {
  return tables(em)
    .selectFrom('account_event as e')
    .leftJoin('user_account as u', 'u.id', 'e.user')
    .select(['e.kind', 'e.way', 'e.atAdmin', 'e.network', 'e.happenedAt', 'u.email', 'u.role'])
    .orderBy('e.happenedAt', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute();
}

/** Whether the account has its second factor on, and whether it has a password. */
export async function securityOf(em: EntityManager, userId: string) {
  const isOn = (await em.count(User, { id: userId, twoFactorEnabled: true })) > 0;
  const password = { user: userId, providerId: 'credential', password: { $ne: null } };
  return { isOn, hasPassword: (await em.count(Credential, password)) > 0 };
}

export async function isOperatorAddress(em: EntityManager, email: string): Promise<boolean> {
  return (await em.count(User, { email: email.toLowerCase(), role: 'operator' })) > 0;
}

/** Deletes the secret and backup codes; signing in then asks for the password alone. False when there was no second factor. */
export async function removeSecondFactor(em: EntityManager, userId: string): Promise<boolean> {
  return inTransaction(em, async (tx) => {
    await tx.nativeDelete(SecondFactor, { user: userId });
    const off = { twoFactorEnabled: false, updatedAt: new Date() };
    return (await tx.nativeUpdate(User, { id: userId, twoFactorEnabled: true }, off)) > 0;
  });
}

/** Ends all sessions of a person, /admin included, except the one with the token `kept`. */
export async function endSessionsOf(em: EntityManager, userId: string, kept = '') {
  await em.nativeDelete(Session, { user: userId, token: { $ne: kept } });
}
