import type { EntityManager } from '@mikro-orm/postgresql';
import { type ProvenAddress, proveAddress } from '#db/queries/accounts/sign-in.ts';
import { findUser } from '#db/queries/accounts/users.ts';
import { addMail } from '#db/queries/mails/mails.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import type { Config } from '#db/runtime/config.ts';
import { greetingName } from '#domain/account/greeting-name.ts';
import { JOBS } from '#domain/jobs.ts';
import { composeMail } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { tryEnqueue } from '../mails/try-enqueue.ts';

/**
 * The address is proven, by a provider that vouches for it or by a mailed link. Where nobody had proven it before, whoever
 * chose the account's password may be a stranger waiting for its owner: other ways in end, and the owner is told.
 */
export async function takeOverAccount(
  em: EntityManager,
  queues: Queues,
  config: Config,
  proven: ProvenAddress,
  way: string,
): Promise<void> {
  const ended = await proveAddress(em, proven, way === 'credential');
  const user = ended > 0 ? await findUser(em, proven.userId) : null;
  if (!user) return;
  const text = composeMail(
    {
      subject: `A new way to sign in to ${SITE_NAME}`,
      paragraphs: [
        `Hello${greetingName(user.name)},`,
        `Your account now opens through ${way === 'credential' ? 'its new password' : way}. Its address had never been confirmed until now, so earlier passwords and other ways to sign in were removed, to be sure that the account is yours alone.`,
        'To sign in with a password as well, set a new one.',
      ],
      action: { label: 'Go to sign-in', url: `${config.siteUrl}/login` },
      because: `You get this mail because ${user.email} was confirmed as the address of an account.`,
    },
    config.mailFrom,
  );
  const mail = { key: `address-proven:${user.id}`, kind: 'account', recipient: user.email, text };
  const mailId = await addMail(em, mail);
  if (mailId) void tryEnqueue(queues, JOBS.mail, { mailId });
}
