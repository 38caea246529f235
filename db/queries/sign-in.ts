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

/**
 * The person has just proven that the account's address is theirs. If nobody had before, whoever made the account may
 * be someone else: every other way in and every session ends. Returns how many ways in that ended.
 */
export async function proveAddress(
  em: EntityManager,
  userId: string,
  keptProviderId: string,
): Promise<number> {
  return em.transactional(async (tx) => {
    const proven = await tx.execute<{ id: string }[]>(
      `update user_account set email_verified = true, updated_at = now()
       where id = ? and not email_verified returning id`,
      [userId],
    );
    if (proven.length === 0) return 0;
    await tx.execute('delete from user_session where user_id = ?', [userId]);
    const ended = await tx.execute<{ id: string }[]>(
      'delete from user_credential where user_id = ? and provider_id <> ? returning id',
      [userId, keptProviderId],
    );
    return ended.length;
  });
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

/** Makes a session end in `hours` at the latest. */
export async function shortenSession(
  em: EntityManager,
  token: string,
  hours: number,
): Promise<void> {
  await em.execute(
    'update user_session set expires_at = least(expires_at, now() + make_interval(hours => ?)) where token = ?',
    [hours, token],
  );
}
