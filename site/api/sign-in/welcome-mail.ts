import { addMail } from '#db/queries/mails/mails.ts';
import { greetingName } from '#domain/account/greeting-name.ts';
import { JOBS } from '#domain/jobs.ts';
import { composeMail } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import type { ApiServices } from '../core/services.ts';
import { tryEnqueue } from '../mails/try-enqueue.ts';

/**
 * Puts the welcome mail into the outbox, once an account, within the mailbox's share of the day. A fault is logged: the
 * account is there and works.
 */
export async function welcomeMail(
  services: ApiServices,
  user: { id: string; email: string; name: string },
): Promise<void> {
  const { config } = services;
  const text = composeMail(
    {
      subject: `Welcome to ${SITE_NAME}`,
      paragraphs: [
        `G’day${greetingName(user.name)},`,
        'Your account is ready. You can now search without limit, save favourites, set price alerts and look at what a price was over the last year.',
        'Was it really cheaper before? Open any product and look for the verdict beside its price chart.',
        'If you did not open this account, reply to this mail and we will remove it.',
      ],
      action: { label: 'Start searching', url: config.siteUrl },
      because: `You get this mail once, because an account was opened with ${user.email}.`,
    },
    config.mailFrom,
  );
  try {
    await services.limits.mailTo(user.email);
    const mail = { key: `welcome:${user.id}`, kind: 'welcome', recipient: user.email, text };
    const mailId = await addMail(services.em(), mail);
    if (mailId) void tryEnqueue(services.queues, JOBS.mail, { mailId });
  } catch (error) {
    services.log.warn({ err: error }, 'a welcome mail was not queued');
  }
}
