import type { EntityManager } from '@mikro-orm/postgresql';
import { crawlProgress } from '#db/queries/crawl/crawl-progress.ts';
import {
  addMail,
  furtherShopsMailKey,
  lastMailAt,
  lockToldOperators,
  type QuarantinedShop,
  quarantinedShop,
  quarantineMailKey,
  rewriteMail,
  shopsNotTold,
  type ToldOperator,
} from '#db/queries/mails/mails.ts';
import { waitingMatches } from '#db/queries/matches/cases.ts';
import type { Config } from '#db/runtime/config.ts';
import type { BadVerdict } from '#domain/offers/run-quarantine.ts';
import { composeMail, type MailText } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { HOUR_MS, SHOPPERS_ZONE } from '#domain/time.ts';

/** The configuration for mails to operators: the site's address, the sender, and whether there is a webhook. */
export type Letterhead = Pick<Config, 'siteUrl' | 'mailFrom'> & { hasWebhook: boolean };

/** Maximum mails about single shops that an operator gets in a day, as every shop is quarantined when our own network is down. */
const SHOP_MAILS_PER_DAY = 3;
/** Delay of the mail about further shops, so that it covers more of them. */
const GATHERING_MS = HOUR_MS;

/** Mails operators about a quarantined shop: three mails a day, then one about all others. Call in the transaction that began the quarantine. */
export async function mailQuarantine(tx: EntityManager, runId: string, letterhead: Letterhead) {
  const operators = await lockToldOperators(tx, letterhead.hasWebhook);
  if (operators.length === 0) return;
  const text = quarantineMail(await quarantinedShop(tx, runId), letterhead);
  for (const operator of operators) {
    if (operator.mails < SHOP_MAILS_PER_DAY) {
      const key = quarantineMailKey(runId, operator.id);
      await addMail(tx, { key, kind: 'quarantine', recipient: operator.email, text });
    } else {
      await mailFurtherShops(tx, runId, operator, letterhead);
    }
  }
}

async function mailFurtherShops(
  tx: EntityManager,
  runId: string,
  { id, email, summaryId, summaryIsWaiting }: ToldOperator,
  letterhead: Letterhead,
): Promise<void> {
  if (summaryId !== null && !summaryIsWaiting) return;
  const text = furtherShopsMail(await shopsNotTold(tx, id), letterhead);
  if (summaryId !== null) return rewriteMail(tx, summaryId, text);
  const key = furtherShopsMailKey(runId, id);
  await addMail(tx, { key, kind: 'quarantine', recipient: email, text }, GATHERING_MS);
}

const WHY: Readonly<Record<BadVerdict, string>> = {
  moved: 'prices fell by more than 60 % or rose to more than three times',
  vanished: 'pages that had a price are gone (404)',
  failed: 'pages that had a price gave none, or could not be read',
};

/** Maximum shops that a mail names. */
const SHOPS_NAMED = 10;

/** The operators' time zones are unknown; mails state Sydney time and say so. */
const when = new Intl.DateTimeFormat('en-AU', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: SHOPPERS_ZONE,
});

/** The mail about one quarantined shop: why, and that it can wait until the morning. */
function quarantineMail(shop: QuarantinedShop, letterhead: Letterhead): MailText {
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

/** The mail that counts further shops quarantined on the same day; the last of that day. */
function furtherShopsMail(names: readonly string[], letterhead: Letterhead): MailText {
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

/** Mails operators, at most once a day, if the crawl has stalled. */
export async function mailCrawlStalled(em: EntityManager, letterhead: Letterhead): Promise<void> {
  const { due, stalledS } = await crawlProgress(em);
  if (stalledS === 0) return;
  const text = mailToOperator(
    'The crawl stands still',
    [
      `${due} pages are due, and none was read for ${Math.round(stalledS / 60)} minutes. Shoppers see the last prices with their age.`,
      'Look at the log of the workers and at /api/health; if nothing else helps, restart the workers. No further mail about it comes today.',
    ],
    letterhead,
    { label: 'See the retailers', path: '/admin/retailers' },
  );
  await mailOnceADay(em, 'crawl-stalled', text, letterhead);
}

/** Mails operators, at most once a day, about waiting matches if there are new ones since the last such mail. */
export async function mailWaitingMatches(em: EntityManager, letterhead: Letterhead): Promise<void> {
  const { reports, proposals, fresh } = await waitingMatches(em, await lastMailAt(em, 'matches'));
  if (fresh === 0) return;
  const text = mailToOperator(
    'Matches wait for your decision',
    [
      `Reported by shoppers as not the same product: ${reports}. Proposed by the daily look at all links: ${proposals}. New since the last mail: ${fresh}.`,
      'Until you decide, shoppers see these offers grouped as they are. Both offers stand side by side with the evidence; each decision can be undone.',
    ],
    letterhead,
    { label: 'See the matches', path: '/admin/matches' },
  );
  await mailOnceADay(em, 'matches', text, letterhead);
}

/** Writes one mail of a kind to each operator and the webhook, at most one per day (UTC). */
async function mailOnceADay(em: EntityManager, kind: string, text: MailText, to: Letterhead) {
  const day = new Date().toISOString().slice(0, 10);
  await em.transactional(async (tx) => {
    for (const { id, email } of await lockToldOperators(tx, to.hasWebhook)) {
      await addMail(tx, { key: `${kind}:${day}:${id}`, kind, recipient: email, text });
    }
  });
}

const HELD = { label: 'See what is held', path: '/admin/quarantine' };

function mailToOperator(
  subject: string,
  paragraphs: string[],
  { siteUrl, mailFrom }: Letterhead,
  { label, path } = HELD,
): MailText {
  return composeMail(
    {
      subject,
      paragraphs,
      action: { label, url: siteUrl + path },
      because: `You get this because you are an operator of ${SITE_NAME}.`,
    },
    mailFrom,
  );
}
