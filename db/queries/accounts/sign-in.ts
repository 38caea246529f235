import type { EntityManager } from '@mikro-orm/postgresql';

/** Ends one session by its id. */
export async function endSession(em: EntityManager, id: string): Promise<void> {
  await em.execute('delete from user_session where id = ?', [id]);
}

/** Notes that a social sign-in may be finished once, within the time. Those that are over are cleared away. */
export async function addTicket(
  em: EntityManager,
  ticket: string,
  userId: string,
  expiresS: number,
): Promise<void> {
  await em.execute(
    `delete from user_verification where identifier like 'social-ticket:%' and expires_at < now()`,
  );
  await em.execute(
    `insert into user_verification (identifier, value, expires_at)
     values (?, ?, now() + make_interval(secs => ?))`,
    [`social-ticket:${ticket}`, userId, expiresS],
  );
}

/** Spends a ticket: whose it was, null when it is over, spent or never was. */
export async function takeTicket(em: EntityManager, ticket: string): Promise<string | null> {
  const rows = await em.execute<{ userId: string }[]>(
    `with spent as (delete from user_verification where identifier = ? and expires_at > now() returning value)
     select u.id as "userId" from spent join user_account u on u.id::text = spent.value`,
    [`social-ticket:${ticket}`],
  );
  return rows[0]?.userId ?? null;
}

/** Makes the person an operator if `email` is theirs and proven. */
export async function promoteProvenAdmin(
  em: EntityManager,
  userId: string,
  email: string,
): Promise<void> {
  await em.execute(
    `update user_account set role = 'operator', updated_at = now()
     where id = ? and email = ? and email_verified and role <> 'operator'`,
    [userId, email.toLowerCase()],
  );
}

/** Who has proven to read a mailbox, and which: the account may have another address by now. */
export interface ProvenAddress {
  userId: string;
  email: string;
}

/** Whom a reset link was mailed to, by the digest of its token; null when there is no such mail. */
export async function readerOfResetLink(
  em: EntityManager,
  digest: string,
): Promise<ProvenAddress | null> {
  const rows = await em.execute<ProvenAddress[]>(
    `select split_part(key, ':', 3) as "userId", recipient as email from mail
     where kind = 'reset' and split_part(key, ':', 2) = ?`,
    [digest],
  );
  return rows[0] ?? null;
}

/** Marks the account's address as proven, if it still is this one. False when it is not, or was proven before. */
export async function markProven(
  em: EntityManager,
  { userId, email }: ProvenAddress,
): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `update user_account set email_verified = true, updated_at = now()
     where id = ? and email = ? and not email_verified returning id`,
    [userId, email.toLowerCase()],
  );
  return rows.length > 0;
}

/**
 * The person has just proven that the account's address is theirs; links that were mailed before are over. If nobody
 * had proven it before, whoever made the account may be someone else: every session and every way in ends but, with
 * `keepsPassword`, the password that was just set. Returns how many ways in that ended.
 */
export async function proveAddress(
  em: EntityManager,
  proven: ProvenAddress,
  keepsPassword: boolean,
): Promise<number> {
  const { userId } = proven;
  return em.transactional(async (tx) => {
    await endMailedLinks(tx, userId);
    if (!(await markProven(tx, proven))) return 0;
    await tx.execute('delete from user_session where user_id = ?', [userId]);
    const ended = await tx.execute<{ id: string }[]>(
      `delete from user_credential where user_id = ? and not (?::boolean and provider_id = 'credential') returning id`,
      [userId, keepsPassword],
    );
    return ended.length;
  });
}

/** Ends the reset links of a person: each holds whom it is for as its value, without a foreign key. */
export async function endMailedLinks(em: EntityManager, userId: string): Promise<void> {
  await em.execute('delete from user_verification where value = ?', [userId]);
}

/** An operator's session at /admin. */
export interface OperatorSession {
  sessionId: string;
  id: string;
  email: string;
  name: string;
}

/** Whose session the token is; null when it is over, unknown, or its person no operator (any more). */
export async function operatorOfSession(
  em: EntityManager,
  token: string,
): Promise<OperatorSession | null> {
  const rows = await em.execute<OperatorSession[]>(
    `select s.id as "sessionId", u.id, u.email, u.name from user_session s join user_account u on u.id = s.user_id
     where s.token = ? and s.expires_at > now() and u.role = 'operator'`,
    [token],
  );
  return rows[0] ?? null;
}

/** What the tokens of /admin begin with; none of better-auth's has a hyphen. */
const OPERATORS_ONLY = 'admin-';

/** Makes a session one of /admin alone, which ends in `hours` at the latest. Returns its new token. */
export async function keepForOperators(
  em: EntityManager,
  token: string,
  hours: number,
): Promise<string> {
  const kept = OPERATORS_ONLY + token;
  await em.execute(
    `update user_session set token = ?, expires_at = least(expires_at, now() + make_interval(hours => ?))
     where token = ?`,
    [kept, hours, token],
  );
  return kept;
}

/** True for a token of /admin: it opens nothing else, where each use would renew its session for a month. */
export function isForOperators(token: string): boolean {
  return token.startsWith(OPERATORS_ONLY);
}
