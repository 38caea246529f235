import { randomUUID } from 'node:crypto';
import {
  type NewAccountEvent,
  noteAccountEvent,
  type Whose,
} from '#db/queries/accounts/second-factor.ts';
import { promoteProvenAdmin } from '#db/queries/accounts/sign-in.ts';
import { recordLogin, type UserRow } from '#db/queries/accounts/users.ts';
import type { AccountWay } from '#domain/account/account-events.ts';
import { greetingName } from '#domain/account/greeting-name.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import type { CallEnv, Caller } from '../core/env.ts';
import type { ApiServices } from '../core/services.ts';
import { type AddMail, type Mail, withMails } from '../mails/queue-mail.ts';

/**
 * Completes a sign-in: counts it, adds it to the trail, marks the address as known to the account, and promotes the person
 * with the proven address ADMIN_EMAIL to operator. The first sign-in queues a welcome mail.
 */
export async function welcome(env: CallEnv, userId: string, way: AccountWay, atAdmin = false) {
  const em = env.em();
  const { adminEmail, siteUrl } = env.config;
  if (adminEmail) await promoteProvenAdmin(em, userId, adminEmail);
  const row = await withMails(env, async (tx, add) => {
    const login = await recordLogin(tx, userId);
    if (login.loginCount === 1) await addWithin(env, add, welcomeMail(login, siteUrl));
    return login;
  });
  await env.limits.signedIn(env.remoteAddress, row.email);
  await recordEvent(env, { userId }, { kind: 'signed-in', way, atAdmin });
  return row;
}

function welcomeMail({ id, email, name }: UserRow, siteUrl: string): Mail {
  return {
    key: `welcome:${id}`,
    kind: 'welcome',
    recipient: email,
    content: {
      subject: `Welcome to ${SITE_NAME}`,
      paragraphs: [
        `G’day${greetingName(name)},`,
        'Your account is ready. You can now search without limit, save favourites, set price alerts and look at what a price was over the last year.',
        'Was it really cheaper before? Open any product and look for the verdict beside its price chart.',
        'If you did not open this account, reply to this mail and we will remove it.',
      ],
      action: { label: 'Start searching', url: siteUrl },
      because: `You get this mail once, because an account was opened with ${email}.`,
    },
  };
}

/** Adds an account event with the caller's network to the trail. */
export function recordEvent(env: CallEnv, whose: Whose, event: Omit<NewAccountEvent, 'network'>) {
  const network = env.limits.network(env.remoteAddress);
  return noteAccountEvent(env.em(), whose, { ...event, network });
}

/** The mail to an account's former address that it was changed, as a stolen session could have changed it. */
export function addressChangedMail(former: Caller): Mail {
  return {
    key: `address-changed:${former.id}:${randomUUID()}`,
    kind: 'account',
    recipient: former.email,
    content: {
      subject: `The address of your ${SITE_NAME} account was changed`,
      paragraphs: [
        'Your account now has another email address, and mail about it goes there.',
        'If it was not you who changed it, reply to this mail at once and we will look into it.',
      ],
      because: `You get this mail because ${former.email} was the address of an account until now.`,
    },
  };
}

/** Adds a mail unless the mailbox has had its daily share, which is logged, because the event itself happens. */
export async function addWithin(services: ApiServices, add: AddMail, mail: Mail): Promise<void> {
  if (await services.limits.mayMail(mail.recipient)) await add(mail);
  else services.log.warn({ kind: mail.kind }, 'mail not queued');
}
