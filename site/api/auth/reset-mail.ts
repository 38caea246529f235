import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { addMail } from '#db/queries/mails/mails.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import type { Config } from '#db/runtime/config.ts';
import { greetingName } from '#domain/account/greeting-name.ts';
import { JOBS } from '#domain/jobs.ts';
import { composeMail } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { tryEnqueue } from '../mails/try-enqueue.ts';

/** By what the mail with a reset link is found again: the token itself would open the account. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Puts the mail with a reset link into the outbox; sending is the worker's. */
export async function resetMail(
  em: EntityManager,
  queues: Queues,
  config: Config,
  user: { id: string; email: string; name: string },
  token: string,
): Promise<void> {
  const url = `${config.siteUrl}/reset-password?token=${encodeURIComponent(token)}`;
  const text = composeMail(
    {
      subject: `Reset your ${SITE_NAME} password`,
      paragraphs: [
        `Hello${greetingName(user.name)},`,
        'Someone, most likely you, asked to set a new password. The link below works once, within one hour.',
        'If it was not you, do nothing: your password stays as it is.',
      ],
      action: { label: 'Set a new password', url },
      because: `You get this mail because a new password was asked for ${user.email}.`,
    },
    config.mailFrom,
  );
  const mailId = await addMail(em, {
    key: `reset:${digestOf(token)}:${user.id}`,
    kind: 'reset',
    recipient: user.email,
    text,
  });
  if (mailId) void tryEnqueue(queues, JOBS.mail, { mailId });
}
