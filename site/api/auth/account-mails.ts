import { createHash } from 'node:crypto';
import { type ProvenAddress, proveAddress } from '#db/queries/accounts/sign-in.ts';
import { findUser } from '#db/queries/accounts/users.ts';
import { seal } from '#db/runtime/signed-link.ts';
import { greetingName } from '#domain/account/greeting-name.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { type Outbox, queueMail } from '../mails/queue-mail.ts';

/** Identifies the mail of a reset token. The mail's key holds this digest, because the token itself opens the account. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export async function resetMail(
  outbox: Outbox,
  user: { id: string; email: string; name: string },
  token: string,
): Promise<void> {
  // Whoever reads the row must not open the account.
  const sealed = seal(outbox.config.authSecret, encodeURIComponent(token));
  const url = `${outbox.config.siteUrl}/reset-password?token=${sealed}`;
  await queueMail(outbox, {
    key: `reset:${digestOf(token)}:${user.id}`,
    kind: 'reset',
    recipient: user.email,
    content: {
      subject: `Reset your ${SITE_NAME} password`,
      paragraphs: [
        `Hello${greetingName(user.name)},`,
        'Someone, most likely you, asked to set a new password. The link below works once, within one hour.',
        'If it was not you, do nothing: your password stays as it is.',
      ],
      action: { label: 'Set a new password', url },
      because: `You get this mail because a new password was asked for ${user.email}.`,
    },
  });
}

/**
 * Records that an address is proven, by a provider or by a mailed link. If nobody had proven it before, a stranger may
 * have chosen the account's password, so all other ways to sign in are removed and the owner gets a mail.
 */
export async function takeOverAccount(
  outbox: Outbox,
  proven: ProvenAddress,
  way: string,
): Promise<void> {
  const isByPassword = way === 'credential';
  const ended = await proveAddress(outbox.em(), proven, isByPassword);
  const user = ended > 0 ? await findUser(outbox.em(), proven.userId) : null;
  if (!user) return;
  await queueMail(outbox, {
    key: `address-proven:${user.id}`,
    kind: 'account',
    recipient: user.email,
    content: {
      subject: `A new way to sign in to ${SITE_NAME}`,
      paragraphs: [
        `Hello${greetingName(user.name)},`,
        `Your account now opens through ${isByPassword ? 'its new password' : way}. Its address had never been confirmed until now, so earlier passwords and other ways to sign in were removed, to be sure that the account is yours alone.`,
        'To sign in with a password as well, set a new one.',
      ],
      action: { label: 'Go to sign-in', url: `${outbox.config.siteUrl}/login` },
      because: `You get this mail because ${user.email} was confirmed as the address of an account.`,
    },
  });
}
