import type { MailContent } from '../text/mail-text.ts';
import { SITE_NAME } from '../text/site-name.ts';
import { greetingName } from './greeting-name.ts';

/** Longest code or backup code as typed, with spaces and a hyphen. */
export const CODE_MAX = 20;

/** A typed code as it is verified and recorded: lower case, without white space and hyphens. */
export const bareCode = (typed: string) => typed.replaceAll(/[\s-]/g, '').toLowerCase();

/** Changes of a second factor that its owner is told of. */
export type SecondFactorChange = 'on' | 'off' | 'renewed' | 'guessed' | 'off-by-operator';

const MAILS: Record<SecondFactorChange, readonly [subject: string, ...paragraphs: string[]]> = {
  on: [
    'Your second factor is on',
    'From now on your account asks for a code of your authenticator app when you sign in. Everyone who was signed in to it on another device has been signed out.',
    'Keep the backup codes somewhere safe: without app and codes nobody can sign in.',
  ],
  off: [
    'Your second factor was turned off',
    'Your account no longer asks for a code when you sign in.',
  ],
  renewed: ['Your account has new backup codes', 'The earlier backup codes no longer work.'],
  guessed: [
    'Someone has your password',
    'Somebody entered the password of your account and then several wrong codes. They could not sign in.',
    'If it was not you, set a new password now.',
  ],
  'off-by-operator': [
    'Your second factor was turned off',
    `An operator of ${SITE_NAME} turned it off, most likely because you asked them to. Your account no longer asks for a code when you sign in.`,
  ],
};

/** The mail to the owner of an account whose second factor changed. */
export function secondFactorMail(
  user: { email: string; name: string },
  change: SecondFactorChange,
  siteUrl: string,
): MailContent {
  const [subject, ...paragraphs] = MAILS[change];
  return {
    subject,
    paragraphs: [
      `Hello${greetingName(user.name)},`,
      ...paragraphs,
      ...(change === 'guessed'
        ? []
        : ['If this was not you, set a new password at once and reply to this mail.']),
    ],
    action: { label: 'See your account’s security', url: `${siteUrl}/profile/security` },
    because: `You get this mail because ${user.email} is the address of an account at ${SITE_NAME}.`,
  };
}
