/* The channels at which members get their alerts besides mail. Notes are rows of the outbox with the recipient `channel:<member>`. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Channel } from '#domain/text/channel-note.ts';
import { AlertChannel } from '../../entities/alert.ts';
import { seal, unseal } from '../../runtime/signed-link.ts';
import { addMail, CHANNEL } from '../mails/mails.ts';
import { tables } from '../sql/tables.ts';
import { IS_CONFIRMED_ADDRESS } from './fire-alerts.ts';

/** An opened channel; `url` is null if BETTER_AUTH_SECRET has changed since. */
interface OpenChannel {
  channel: Channel;
  url: string | null;
}

/** Sets a member's channel and writes the note that tries it. */
export async function setChannel(
  em: EntityManager,
  userId: string,
  { channel, url }: { channel: Channel; url: string },
  secret: string,
): Promise<void> {
  const address = seal(secret, CHANNEL + userId, url);
  const createdAt = sql<Date>`now()`;
  const { at } = await tables(em)
    .insertInto('alert_channel')
    .values({ user: userId, channel, address })
    .onConflict((conflict) => conflict.column('user').doUpdateSet({ channel, address, createdAt }))
    .returning(sql<string>`extract(epoch from created_at)::text`.as('at'))
    .executeTakeFirstOrThrow();
  const key = `channel:${userId}:${at}`;
  await addMail(em, { key, kind: 'channel', recipient: CHANNEL + userId, text: HELLO });
}

const HELLO = {
  subject: 'Price alerts arrive here',
  text: 'Your price alerts arrive here from now on, besides your mail.',
  html: '',
};

/** Deletes a member's channel. False when there is none. */
export async function removeChannel(em: EntityManager, userId: string): Promise<boolean> {
  return (await em.nativeDelete(AlertChannel, { user: userId })) > 0;
}

/** A member's channel, opened; null when there is none. */
export async function findChannel(
  em: EntityManager,
  userId: string,
  secret: string,
): Promise<OpenChannel | null> {
  const row = await em.findOne(AlertChannel, { user: userId });
  if (!row) return null;
  const url = unseal(secret, CHANNEL + userId, row.address);
  return { channel: row.channel, url: url === row.address ? null : url };
}

/** The newest note to a member's channel as it is now; null before there is one. */
export async function lastNote(em: EntityManager, userId: string) {
  const note = await tables(em)
    .selectFrom('mail as m')
    .innerJoin('alert_channel as c', (join) => join.on('c.user', '=', userId))
    .select(['m.state', 'm.lastError', 'm.createdAt'])
    .where('m.recipient', '=', CHANNEL + userId)
    .whereRef('m.createdAt', '>=', 'c.createdAt')
    .orderBy('m.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return note ?? null;
}

/** Kinds of mails that channels get too. */
const COPIED = ['alert', 'pass', 'search'];

/**
 * Adds a note for each waiting alert to the address of a member with a channel. Only the account's own, proven address counts: whoever
 * has set an alert to another address must not read its mails elsewhere.
 */
export async function copyToChannels(em: EntityManager): Promise<void> {
  await tables(em)
    .insertInto('mail')
    .columns(['key', 'kind', 'recipient', 'subject', 'text', 'html'])
    .expression((eb) =>
      eb
        .selectFrom('mail as m')
        .innerJoin('user_account as u', 'u.email', 'm.recipient')
        .innerJoin('alert_channel as c', 'c.user', 'u.id')
        .select([sql<string>`m.key || ':channel:' || u.id`.as('key'), 'm.kind'])
        .select(sql<string>`${CHANNEL} || u.id`.as('recipient'))
        .select(['m.subject', 'm.text', sql<string>`''`.as('html')])
        .where('m.state', '=', 'waiting')
        .where('m.kind', 'in', COPIED)
        .where('m.createdAt', '>', sql<Date>`greatest(c.created_at, now() - interval '1 day')`)
        .where(IS_CONFIRMED_ADDRESS),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}
