import { addMail } from '#db/queries/mails/mails.ts';
import { JOBS } from '#domain/jobs.ts';
import { composeMail } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import type { ApiServices } from '../core/services.ts';
import { tryEnqueue } from '../mails/try-enqueue.ts';
import type { Caller } from '../route.ts';

/**
 * Tells the former address of an account that it is so no longer: whoever got hold of a session could otherwise take
 * the account over unseen. The new address is not named. A fault is logged: the change stands.
 */
export async function changedAddressMail(services: ApiServices, former: Caller): Promise<void> {
  const { config } = services;
  const text = composeMail(
    {
      subject: `The address of your ${SITE_NAME} account was changed`,
      paragraphs: [
        'Your account now has another e-mail address, and mail about it goes there.',
        'If it was not you who changed it, reply to this mail at once and we will look into it.',
      ],
      because: `You get this mail because ${former.email} was the address of an account until now.`,
    },
    config.mailFrom,
  );
  try {
    await services.limits.mailTo(former.email);
    const key = `address-changed:${former.id}:${Date.now()}`;
    const mailId = await addMail(services.em(), {
      key,
      kind: 'account',
      recipient: former.email,
      text,
    });
    if (mailId) void tryEnqueue(services.queues, JOBS.mail, { mailId });
  } catch (error) {
    services.log.warn({ err: error }, 'the former address was not told');
  }
}
