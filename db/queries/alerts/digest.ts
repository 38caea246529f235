/* One mail of alerts a day, for members who wish so: fired alerts wait as lines until the day's mail. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { User } from '../../entities/user.ts';
import { tables } from '../sql/tables.ts';

export async function wantsOneMailADay(em: EntityManager, user: string): Promise<boolean> {
  const users = tables(em).selectFrom('user_account').select('dailyAlerts').where('id', '=', user);
  return (await users.executeTakeFirst())?.dailyAlerts ?? false;
}

export async function wishOneMailADay(em: EntityManager, user: string, dailyAlerts: boolean) {
  await em.nativeUpdate(User, user, { dailyAlerts });
}

/** Adds the sentence of a fired alert to its address's next mail, in the transaction that fires it. */
export async function addDigestLine(em: EntityManager, alert: string, sentence: string) {
  await tables(em).insertInto('digest_line').values({ alert, sentence }).execute();
}

/** The people and addresses for whom lines wait. */
export function waitingDigests(em: EntityManager) {
  return tables(em)
    .selectFrom('digest_line as d')
    .innerJoin('alert as a', 'a.id', 'd.alert')
    .select(['a.user', 'a.email'])
    .distinct()
    .orderBy('a.user')
    .orderBy('a.email')
    .execute();
}

/** Takes the waiting lines of one person and address, oldest first; those of ended alerts are left out. The locks keep an account from being deleted meanwhile. */
export async function takeDigestLines(tx: EntityManager, user: string, email: string) {
  const lines = await tables(tx)
    .selectFrom('digest_line as d')
    .innerJoin('alert as a', 'a.id', 'd.alert')
    .select(['d.id', 'd.sentence', 'a.state'])
    .where('a.user', '=', user)
    .where('a.email', '=', email)
    .orderBy('d.id')
    .forUpdate(['d', 'a'])
    .execute();
  const ids = lines.map(({ id }) => id);
  if (ids[0]) await tables(tx).deleteFrom('digest_line').where('id', 'in', ids).execute();
  return lines.flatMap(({ sentence, state }) => (state === 'ended' ? [] : [sentence]));
}
