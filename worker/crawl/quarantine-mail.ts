import type { QuarantinedShop } from '#db/queries/mails/operator-mails.ts';
import type { Config } from '#db/runtime/config.ts';
import type { BadVerdict } from '#domain/offers/run-quarantine.ts';
import { composeMail, type MailText } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';

/** Our address and who writes: what a mail to operators needs of the configuration. */
export type Letterhead = Pick<Config, 'siteUrl' | 'mailFrom'>;

const WHY: Readonly<Record<BadVerdict, string>> = {
  moved: 'prices fell by more than 60 % or rose to more than three times',
  vanished: 'pages that had a price are gone (404)',
  failed: 'pages that had a price gave none, or could not be read',
};

/** A mail names so many shops. */
const SHOPS_NAMED = 10;

/** Their clocks are not known; the east coast's is said with its name. */
const when = new Intl.DateTimeFormat('en-AU', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Australia/Sydney',
});

/** Tells an operator that a shop was quarantined, why, and that it can wait until the morning. */
export function quarantineMail(shop: QuarantinedShop, letterhead: Letterhead): MailText {
  const { retailer, kind, bad, judged, beganAt } = shop;
  return mailToOperator(
    `${retailer}: new prices are held back`,
    [
      `${retailer} has been quarantined since ${when.format(new Date(beganAt))} (Sydney time): ${WHY[kind]}.`,
      `${bad} of the newest ${judged} readings there were bad, most of them for that reason.`,
      'Shoppers see its last good prices with their age, and no price alert fires from the new ones.',
      `Nothing has to be done now: the shop is probed after 10 minutes, then ever more rarely, at least every four hours, and goes on by itself once three of its pages are sane. ${MEANWHILE[kind]}`,
    ],
    letterhead,
  );
}

const MEANWHILE: Readonly<Record<BadVerdict, string>> = {
  moved: 'Only where the new prices are right, a clearance of nearly everything, approve them.',
  vanished: 'Only where the shop has really closed, or moved, it needs you.',
  failed: 'When our own network was down, it heals too.',
};

/** Tells an operator how many more shops were quarantined the same day; the last mail about it for a day. */
export function furtherShopsMail(names: readonly string[], letterhead: Letterhead): MailText {
  const count = names.length === 1 ? '1 more shop' : `${names.length} more shops`;
  const left = names.length - SHOPS_NAMED;
  const listed = names.slice(0, SHOPS_NAMED).join(', ') + (left > 0 ? ` and ${left} others` : '');
  return mailToOperator(
    `${count}: new prices are held back`,
    [
      `${count} ${names.length === 1 ? 'is' : 'are'} quarantined besides those you know of: ${listed}.`,
      'When many shops fail at once, it is more likely our own network than theirs. Shoppers see the last good prices with their age.',
      'Each shop is probed and goes on by itself once its pages are sane. No further mail about quarantines comes for a day.',
    ],
    letterhead,
  );
}

function mailToOperator(subject: string, paragraphs: string[], letterhead: Letterhead): MailText {
  const { siteUrl, mailFrom } = letterhead;
  return composeMail(
    {
      subject,
      paragraphs,
      action: { label: 'See what is held', url: `${siteUrl}/admin/quarantine` },
      because: `You get this mail because you are an operator of ${SITE_NAME}.`,
    },
    mailFrom,
  );
}
