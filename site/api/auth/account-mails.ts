import { createHash, randomUUID } from 'node:crypto';
import { type ProvenAddress, proveAddress } from '#db/queries/accounts/sign-in.ts';
import { findUser } from '#db/queries/accounts/users.ts';
import { seal } from '#db/runtime/signed-link.ts';
import { greetingName } from '#domain/account/greeting-name.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { type Outbox, withMails } from '../mails/queue-mail.ts';

/** The digest that identifies the mail of a reset token. A mail's key never holds the token itself, which opens the account. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export async function resetMail(
  outbox: Outbox,
  user: { id: string; email: string; name: string },
  token: string,
): Promise<void> {
  // Sealed, so that reading the mail's row does not give access to the account.
  const key = `reset:${digestOf(token)}:${user.id}`;
  const sealed = seal(outbox.config.authSecret, key, encodeURIComponent(token));
  const url = `${outbox.config.siteUrl}/reset-password?token=${sealed}`;
  const content = {
    subject: `Reset your ${SITE_NAME} password`,
    paragraphs: [
      `Hello${greetingName(user.name)},`,
      'Someone, most likely you, asked to set a new password. The link below works once, within one hour.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
    action: { label: 'Set a new password', url },
    because: `You get this mail because someone asked to reset the password of ${user.email}.`,
  };
  const mail = { key, kind: 'reset', recipient: user.email, content };
  await withMails(outbox, (_tx, add) => add(mail));
}

/**
 * Records that a provider or a mailed link has proven an address. If the address was unproven, a stranger may have chosen the
 * account's password: all other sign-in methods are removed and the owner gets a mail.
 */
export async function takeOverAccount(outbox: Outbox, proven: ProvenAddress, way: string) {
  const isByPassword = way === 'credential';
  await withMails(outbox, async (tx, add) => {
    const ended = await proveAddress(tx, proven, isByPassword);
    const user = ended > 0 ? await findUser(tx, { id: proven.userId }) : null;
    if (!user) return;
    await add({
      key: `address-proven:${user.id}:${randomUUID()}`,
      kind: 'account',
      recipient: user.email,
      content: {
        subject: `A new way to sign in to ${SITE_NAME}`,
        paragraphs: [
          `Hello${greetingName(user.name)},`,
          `You can now sign in with ${isByPassword ? 'your new password' : way}. Your address had not been confirmed before, so we removed earlier passwords and other ways to sign in. Only you can use the account now.`,
          'To sign in with a password as well, set a new one.',
        ],
        action: { label: 'Go to sign-in', url: `${outbox.config.siteUrl}/login` },
        because: `You get this mail because ${user.email} was confirmed as the address of an account.`,
      },
    });
  });
}
