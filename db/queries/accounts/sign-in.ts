import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Mail } from '../../entities/mail.ts';
import { ApiKey, Credential, Session, User, Verification } from '../../entities/user.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { fromNow } from '../sql/moment.ts';
import { tables } from '../sql/tables.ts';
import { removeSecondFactor } from './second-factor.ts';

export async function endSession(em: EntityManager, which: { id: string } | { token: string }) {
  await em.nativeDelete(Session, which);
}

const TICKET = 'social-ticket:';

/** Stores a single-use ticket for a social sign-in that expires after `expiresS` seconds; deletes expired tickets. */
export async function addTicket(
  em: EntityManager,
  ticket: string,
  userId: string,
  expiresS: number,
): Promise<void> {
  const expired = { identifier: { $like: `${TICKET}%` }, expiresAt: { $lt: fromNow() } };
  await em.nativeDelete(Verification, expired);
  await em.insert(Verification, {
    identifier: TICKET + ticket,
    value: userId,
    expiresAt: fromNow(expiresS * 1_000),
  });
}

/** Spends a ticket and returns its person's id; null when the ticket is expired, spent or unknown, or the account is deleted. */
export async function takeTicket(em: EntityManager, ticket: string): Promise<string | null> {
  const spent = await tables(em)
    .deleteFrom('user_verification')
    .where('identifier', '=', TICKET + ticket)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('value')
    .executeTakeFirst();
  const user = spent && (await em.findOne(User, spent.value, { fields: ['id'] }));
  return user?.id ?? null;
}

/** Makes the person an operator if `email` is their verified address. */
export async function promoteProvenAdmin(em: EntityManager, userId: string, email: string) {
  const person = { id: userId, email: email.toLowerCase(), emailVerified: true };
  const change = { role: 'operator', updatedAt: new Date() } as const;
  await em.nativeUpdate(User, { ...person, role: { $ne: 'operator' } }, change);
}

/** A person who has proven that they read a mailbox, with its address. The account may have another address by now. */
export interface ProvenAddress {
  userId: string;
  email: string;
}

/** The person and address that a reset link was mailed to, by the digest of its token; null when there is no such mail. */
export async function readerOfResetLink(em: EntityManager, digest: string) {
  const mail = await em.findOne(Mail, { kind: 'reset', key: { $like: `reset:${digest}:%` } });
  const userId = mail?.key.split(':')[2];
  return mail && userId ? { userId, email: mail.recipient } : null;
}

/** Verifies the account's address if it is still this one, and restores a suspended operator. False when there was nothing to verify. */
export async function markProven(em: EntityManager, { userId, email }: ProvenAddress) {
  const unproven = { id: userId, email: email.toLowerCase(), emailVerified: false };
  const role = raw(`case when role = 'resting' then 'operator' else role end`);
  const change = { emailVerified: true, role, updatedAt: new Date() };
  return (await em.nativeUpdate(User, unproven, change)) > 0;
}

/**
 * Verifies the account's address and invalidates mailed links. A stranger may have opened an unverified account, so all its sessions,
 * API keys, sign-in methods and its second factor are deleted; `keepsPassword` keeps the password that was just set. An operator keeps
 * the second factor, because the command line vouched for the person. Returns the number of deleted sign-in methods.
 */
export async function proveAddress(
  em: EntityManager,
  proven: ProvenAddress,
  keepsPassword: boolean,
): Promise<number> {
  const { userId } = proven;
  return inTransaction(em, async (tx) => {
    await endMailedLinks(tx, userId);
    if (!(await markProven(tx, proven))) return 0;
    await tx.nativeDelete(Session, { user: userId });
    await tx.nativeDelete(ApiKey, { user: userId });
    const { role } = await tx.findOneOrFail(User, userId, { fields: ['role'] });
    if (role !== 'operator') await removeSecondFactor(tx, userId);
    const kept = keepsPassword ? { providerId: { $ne: 'credential' } } : {};
    return tx.nativeDelete(Credential, { user: userId, ...kept });
  });
}

/** Invalidates a person's reset links. Each holds the person's id as its value, without a foreign key. */
export async function endMailedLinks(em: EntityManager, userId: string): Promise<void> {
  await em.nativeDelete(Verification, { value: userId });
}

export type OperatorSession = NonNullable<Awaited<ReturnType<typeof operatorOfSession>>>;

/** The operator of this session token; null when the token is expired or unknown, or the person is no longer an operator. */
export async function operatorOfSession(em: EntityManager, token: string) {
  const session = await em.findOne(
    Session,
    { token, expiresAt: { $gt: fromNow() }, user: { role: 'operator' } },
    { populate: ['user'], disableIdentityMap: true },
  );
  if (!session) return null;
  const { id, email, name, twoFactorEnabled } = session.user;
  return { sessionId: session.id, id, email, name, hasSecondFactor: twoFactorEnabled };
}

export async function limitSession(em: EntityManager, id: string, hours: number): Promise<void> {
  const expiresAt = raw('least(expires_at, now() + make_interval(hours => ?))', [hours]);
  await em.nativeUpdate(Session, id, { expiresAt });
}
